/** The worker's palette, made from the style sheet's tokens. */

import { PAGE_STATES, type Palette } from '../engine/protocol';
import { type Colours, colourWord } from './colours';

/** The theme's colours as the words the worker paints the map with. */
export function paletteOf(colours: Colours): Palette {
  return {
    states: PAGE_STATES.map((state) => colourWord(colours.cells[state].fill)),
    wear: colours.wear.map(colourWord),
    age: colours.age.map(colourWord),
    temperature: colours.temperature.map(colourWord),
    owners: colours.owners.map(({ fill }) => colourWord(fill)),
    paper: colourWord(colours.paper),
  };
}
