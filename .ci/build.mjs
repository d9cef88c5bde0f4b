// npm run build: the static site in dist/.

import { main } from './setup/commands.mjs';
import { buildPage } from './setup/page.mjs';

main(buildPage);
