/**
 * Compiles the modules in an archive for the Python of the browser: `node bytecode.mjs FROM TO LEVEL`.
 *
 * The same Python does it that will run them. Level 2 leaves out what is asserted and documented, as `python -OO`.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [from, to, level] = process.argv.slice(2);
const COMPILE = `
from importlib._bootstrap_external import _code_to_timestamp_pyc
from zipfile import ZipFile

def compiled(name, data):
    if not name.endswith('.py'):
        return name, data
    code = compile(data, name, 'exec', dont_inherit=True, optimize=${Number(level)})
    return f'{name}c', _code_to_timestamp_pyc(code)

with ZipFile('/from.zip') as sources, ZipFile('/to.zip', 'w') as target:
    for entry in sources.infolist():
        entry.filename, data = compiled(entry.filename, sources.read(entry))
        target.writestr(entry, data)
`;

// A fixed seed, because bytecode holds sets in the order of their hashes.
const python = await loadPyodide({ env: { PYTHONHASHSEED: '0' } });
python.FS.writeFile('/from.zip', readFileSync(from));
python.runPython(COMPILE);
writeFileSync(to, python.FS.readFile('/to.zip'));
