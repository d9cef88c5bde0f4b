/** An HTML file by itself: what it needs is in it, and it can load nothing. */

import { escaped } from './escape';

export interface HtmlDocument {
  title: string;
  /** Of Flashlab. */
  version: string;
  style: string;
  /** HTML. */
  body: string;
}

export const htmlDocument = ({ title, version, style, body }: HtmlDocument): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Flashlab ${escaped(version)}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
