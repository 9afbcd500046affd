/**
 * Runs a Python file in the runtime that browsers get: `node pyodide.mjs RUNTIME FILE [ARGUMENT...]`.
 *
 * The tests and the test kit can be imported as well.
 */

import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [runtime, file, ...more] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { files, tables } = JSON.parse(readFileSync(join(runtime, 'manifest.json'), 'utf-8'));
const place = ({ address }) => join(runtime, '..', address);
const script = place(files.find(({ name }) => name === 'pyodide.mjs'));

const { loadPyodide } = await import(pathToFileURL(script).href);
const python = await loadPyodide({
  indexURL: dirname(script),
  env: { HOME: '/', STAMMTISCH_TABLES: '/lib/tables' },
});
for (const one of files.filter(({ name }) => /\.(?:whl|zip)$/.test(name) && !/^python_/.test(name)))
  python.unpackArchive(new Uint8Array(readFileSync(place(one))), 'zip', { extractDir: '/lib/stammtisch' });
python.FS.mkdirTree('/lib/tables');
for (const one of tables) python.FS.writeFile(`/lib/tables/${one.name}`, new Uint8Array(readFileSync(place(one))));
if (statSync(join(root, 'tests')).isDirectory()) {
  python.FS.mkdirTree('/repository');
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, '/repository');
}
python.globals.set('ARGUMENTS', python.toPy(more));
python.runPython(`
import sys
sys.path[:0] = ['/lib/stammtisch', '/repository']
sys.argv = ['', *ARGUMENTS]
import stammtisch
stammtisch.__path__.append('/repository/src/stammtisch')  # the test kit
`);
await python.runPythonAsync(readFileSync(file, 'utf-8'));
