/** A report: one HTML file that needs nothing but a browser, from a plain value. */

import { escaped } from './escape';
import { htmlDocument } from './html-document';

export type Cell = string | number | boolean | null;

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

export interface Section {
  heading: string;
  /** Paragraphs; an empty line parts them. */
  text?: string;
  /** An SVG by itself, as `drawingOf` makes it. */
  svg?: string;
  table?: Table;
  /** Something that is run as it stands: a command. */
  code?: string;
  /** A document, shown in full, folded up on the screen. */
  settings?: unknown;
}

export interface Report {
  title: string;
  /** What it was made with: the version, and where the same is seen alive. */
  made_with: { version: string; link: string };
  sections: readonly Section[];
}

const STYLE = `
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1b1a17; --ink-2: #55524a; --rule: #dedbd3; --well: #f3f1ec; --link: #2249b7; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #161512; --ink: #f0eee8; --ink-2: #b5b0a5; --rule: #3d3a34; --well: #22201c; --link: #9db7ff; }
}
body { max-width: 68rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { margin: 2.2rem 0 0.6rem; font-size: 1.15rem; }
a { color: var(--link); overflow-wrap: anywhere; }
.made { color: var(--ink-2); font-size: 0.9rem; }
section:has(> figure) { display: inline-block; max-width: 100%; margin-right: 1.5rem; vertical-align: top; }
figure { margin: 0; }
figure svg { display: block; max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.25rem 0.9rem 0.25rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { padding: 0.7rem; background: var(--well); font-size: 0.85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
@media print {
  :root { --paper: #ffffff; --ink: #000000; --ink-2: #333333; --rule: #999999; --well: #ffffff; --link: #000000; }
  body { max-width: none; margin: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  .wide { overflow: visible; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

export function reportHtml({ title, made_with, sections }: Report): string {
  const link = escaped(made_with.link);
  return htmlDocument({
    title,
    version: made_with.version,
    style: STYLE,
    body: `<h1>${escaped(title)}</h1>
<p class="made">Made with Flashlab ${escaped(made_with.version)}. Live version: <a href="${link}">${link}</a></p>
${sections.map(sectionHtml).join('\n')}`,
  });
}

function sectionHtml({ heading, text, svg, table, code, settings }: Section): string {
  const paragraphs = (text ?? '').split(/\n\s*\n/).filter(Boolean);
  return [
    '<section>',
    `<h2>${escaped(heading)}</h2>`,
    ...paragraphs.map((words) => `<p>${escaped(words)}</p>`),
    svg && `<figure>${svg}</figure>`,
    table && tableHtml(table),
    code && `<pre><code>${escaped(code)}</code></pre>`,
    settings !== undefined &&
      `<details><summary>Show all</summary><pre>${escaped(JSON.stringify(settings, null, 2))}</pre></details>`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n');
}

function tableHtml({ columns, rows }: Table): string {
  // A column of numbers is read from the right.
  const numeric = columns.map((_, i) => rows.every((row) => row[i] === null || typeof row[i] === 'number'));
  const kind = (i: number): string => (numeric[i] && rows.length > 0 ? ' class="number"' : '');
  const head = columns.map((column, i) => `<th scope="col"${kind(i)}>${escaped(column)}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${row.map((cell, i) => `<td${kind(i)}>${escaped(cellWords(cell))}</td>`).join('')}</tr>`,
  );
  return `<div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`;
}

function cellWords(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell);
}
