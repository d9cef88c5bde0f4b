/** How a worksheet looks, on the screen and on paper: dark on white always, whatever the page's theme. */

export const SHEET_STYLE = `
:root { color-scheme: light; --paper: #ffffff; --ink: #1b1a17; --ink-2: #55524a; --rule: #8d887d; --well: #f3f1ec; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1.2rem; background: var(--paper); color: var(--ink); font: 1rem/1.45 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
header { border-bottom: 2px solid var(--ink); margin-bottom: 1.2rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.9rem; line-height: 1.15; }
h2 { margin: 1.4rem 0 0.4rem; font-size: 1.15rem; line-height: 1.25; }
h2 span { display: inline-block; min-width: 1.5em; margin-right: 0.3em; background: var(--ink); color: var(--paper); text-align: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
p, ul, ol, dl { margin: 0 0 0.6rem; }
a { color: inherit; overflow-wrap: anywhere; }
.kind { margin: 0; color: var(--ink-2); font-size: 0.85rem; }
.fill { display: flex; gap: 1.5rem; margin: 1.4rem 0 0.8rem; }
.fill span { flex: 2; border-bottom: 1px solid var(--rule); color: var(--ink-2); font-size: 0.85rem; }
.fill span:last-child { flex: 1; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 0.3rem 1.5rem; font-size: 0.88rem; }
dt { display: inline; font-weight: 700; }
dt::after { content: ": "; }
dd { display: inline; margin: 0; }
.question { margin-top: 1.6rem; padding-top: 0.2rem; border-top: 1px solid var(--rule); }
.pair { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.2rem; margin-top: 0.7rem; }
figure { margin: 0; }
img { display: block; max-width: 100%; max-height: 19rem; border: 1px solid var(--rule); }
.formula { padding: 0.3rem 0.8rem; border-left: 3px solid var(--ink); background: var(--well); }
.options { padding: 0; list-style: none; }
.options li { margin: 0.35rem 0; }
.box { display: inline-block; width: 0.85em; height: 0.85em; margin-right: 0.3em; border: 1.5px solid var(--ink); vertical-align: -0.08em; }
.value { display: flex; align-items: end; gap: 0.4rem; min-height: 2rem; }
.blank { flex: 1; min-width: 2rem; border-bottom: 1px solid var(--rule); }
.why { margin: 0.6rem 0 0; color: var(--ink-2); font-size: 0.85rem; }
.line { height: 1.9rem; border-bottom: 1px solid var(--rule); }
.answer { padding: 0.35rem 0.8rem; border: 2px solid var(--ink); font-weight: 700; }
.link { margin-top: 0.8rem; color: var(--ink-2); font-size: 0.8rem; }
@media screen and (width < 40rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
@page { margin: 16mm; }
@media print {
  img { max-height: 76mm; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; }
  .question, figure, dl div { break-inside: avoid; }
  h1, h2 { break-after: avoid; }
  .line { height: 9mm; }
}
`;
