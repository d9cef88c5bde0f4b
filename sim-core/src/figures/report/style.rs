//! How a report looks: dark on white always, on the screen and on paper.

pub(super) const STYLE: &str = "
:root { color-scheme: light; --paper: #ffffff; --ink: #1b1a17; --ink-2: #55524a; --rule: #8d887d; --well: #f3f1ec; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1.2rem; background: var(--paper); color: var(--ink); font: 1rem/1.45 ui-sans-serif, system-ui, \"Segoe UI\", Roboto, \"Noto Sans\", Arial, sans-serif; }
header { border-bottom: 2px solid var(--ink); margin: 0 0 1.2rem; padding-top: 1rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 1.8rem 0 0.4rem; font-size: 1.2rem; line-height: 1.25; }
h3 { margin: 1.3rem 0 0.3rem; font-size: 1rem; }
p, ul, dl, pre { margin: 0 0 0.6rem; }
ul { padding-left: 1.1rem; }
td ul { margin: 0; }
small, .kind { color: var(--ink-2); font-size: 0.85rem; }
.kind { margin: 0; }
.tally { font-weight: 700; }
.verdict { display: inline-block; margin: 0 0 0.4rem; padding: 0.1rem 0.5rem; border: 2px solid var(--ink); font-weight: 700; }
.claim { margin-top: 1rem; padding-top: 0.4rem; border-top: 1px solid var(--rule); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 0 0 0.6rem; font-size: 0.88rem; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
dt { font-weight: 700; }
dd { margin: 0 0 0.5rem 1.1rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.85rem; overflow-wrap: anywhere; }
pre { padding: 0.5rem 0.8rem; background: var(--well); white-space: pre-wrap; }
a { color: inherit; }
@page { margin: 16mm; @bottom-right { content: counter(page) \" / \" counter(pages); font: 9pt sans-serif; } }
@media print {
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  header { break-before: page; }
  header:first-of-type { break-before: auto; }
  h1, h2, h3, h2 + p, .verdict { break-after: avoid; }
  tr, dl div { break-inside: avoid; }
  .wide { overflow: visible; }
}
";
