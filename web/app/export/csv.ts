/** A table as CSV: commas, LF, quotes where a cell needs them; empty for what is not there. */

import type { Cell, Table } from './report';

export const csvOf = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => `${row.map(cellText).join(',')}\n`).join('');

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
