/** All that a trace's page does; loaded with the first trace. */

export { experimentOf, save } from './cut';
export { change, show, showAddress } from './look';
export { columnsOf, offer, put as mapColumns } from './map-columns';
