/** The subset of Markdown that the rules use, parsed into a tree. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'clause'; id: string }
  | { kind: 'strong'; parts: Inline[] }
  | { kind: 'em'; parts: Inline[] };

export type Block =
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

type Lines = { kind: Block['kind']; lines: string[] };

const ITEM = /^- /;
const MARKED = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b([A-Z]\d{1,2})\b/g;

export function blocks(markdown: string): Block[] {
  return markdown.split(/\n\s*\n/).flatMap((chunk) => gathered(chunk).map(block));
}

/** Consecutive lines of one kind, with wrapped lines joined. */
function gathered(chunk: string): Lines[] {
  const found: Lines[] = [];
  for (const line of chunk.split('\n').filter((one) => one.trim())) {
    const last = found.at(-1);
    const kind = kindOf(line);
    if (last?.kind === kind) last.lines.push(line);
    else if (last && kind === 'paragraph') last.lines.push(` ${line.trim()}`);
    else found.push({ kind, lines: [line] });
  }
  return found;
}

function kindOf(line: string): Block['kind'] {
  if (line.startsWith('|')) return 'table';
  return ITEM.test(line) ? 'list' : 'paragraph';
}

function block({ kind, lines }: Lines): Block {
  if (kind === 'table') return table(lines);
  if (kind === 'paragraph') return { kind, parts: inline(lines.join(' ')) };
  const items = lines.join('\n').replace(/\n /g, ' ').split('\n');
  return { kind, items: items.map((item) => inline(item.replace(ITEM, ''))) };
}

function table(lines: string[]): Block {
  const [head = [], , ...rows] = lines.map(cells);
  return { kind: 'table', head, rows };
}

function cells(line: string): Inline[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));
}

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(marked(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function marked([, code, strong, em, id = '']: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', parts: inline(strong) };
  if (em !== undefined) return { kind: 'em', parts: inline(em) };
  return { kind: 'clause', id };
}

/** The words without their marks, to search in. */
export function plain(markdown: string): string {
  return markdown.replace(/[`*|]/g, '');
}
