/**
 * What is taken out of the page, to be handed on or put into a paper: a report in one file, drawings that look right outside the page, tables.
 *
 * - `reportHtml(report)`            one HTML file from a plain value: no scripts, nothing loaded, light and dark, made for paper too
 * - `drawingOf(svg, title)`         an SVG element of the page as text by itself, its colours and type resolved
 * - `sheetOf(drawings)`             several of them in rows, as one
 * - `svgToPng(drawing, scale)`      the same as a picture
 * - `csvOf(table)`                  a table as CSV (RFC 4180)
 *
 * Loaded when it is first wanted. Nothing here knows of the state; whoever calls puts the value together.
 */

export { csvOf } from './csv';
export { type Drawing, drawingOf, sheetOf } from './drawing';
export { svgToPng } from './png';
export { type Cell, type Report, reportHtml, type Section, type Table } from './report';
