/** What can be done about something refused, as buttons: beside the message, and in the drawer beside the field. */

import { atHome } from '../../app/experiment';
import { placeInSight } from '../../app/lanes/extent';
import { isComparing, lanesOf } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import { SHA256 } from '../../app/trace-document';
import type { RunCommand } from '../../app/view';
import { endsWorker } from '../../engine/failure';
import type { Failure } from '../../engine/protocol';
import { h } from '../../ui/dom';

type Button = (label: string, id: string, args?: unknown) => HTMLElement;

export function remediesOf(failure: Failure, now: AppState, run: RunCommand): HTMLElement[] {
  const button: Button = (label, id, args) =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id, args) }, label);
  if (failure.kind === 'large')
    return [
      button('Open it', 'link.open'),
      ...(failure.field === 'op' ? [button('Open it at the start', 'link.open', { at_start: true })] : []),
      ...(failure.nearest === null
        ? []
        : [button(`Open a smaller one: ${JSON.parse(failure.nearest)}`, 'link.open', { smaller: true })]),
      button('Go to the start page', 'experiment.leave'),
    ];
  // A trace has no device of its own: what was asked of it is asked again.
  if (now.screen === 'trace' && endsWorker(failure) && !now.again)
    return [button('Try again', 'trace.change', { to: {} }), button('Close', 'experiment.dismiss')];
  if (failure.kind === 'unloaded') return [tryAgain(now, button), button('Close', 'experiment.dismiss')];
  // A figure's experiments are given: there is no value to change, and its own button goes on.
  if (now.screen === 'figures' || now.screen === 'sweep') return [button('Close', 'experiment.dismiss')];
  const found: HTMLElement[] = [];
  const home = atHome(now.document, failure.field);
  if (home)
    found.push(
      isComparing(now)
        ? button(`Take the device ${home.preset}`, 'experiment.set', { path: 'device.preset', value: home.preset })
        : button(`Take the device ${home.preset}`, 'experiment.open', { document: home.document }),
    );
  if (failure.field && failure.nearest !== null) {
    const value: unknown = JSON.parse(failure.nearest);
    const label = failure.field === SHA256 ? 'Run with this file anyway' : `Use ${failure.nearest.replaceAll('"', '')}`;
    found.push(button(label, 'experiment.set', { path: failure.field, value }));
  }
  // An address that asks for what cannot be opens without that; where a device is open, its old value is as good.
  if (failure.field && failure.kind !== 'trace' && (failure.kind === 'unknown-field' || now.opened === null))
    found.push(button('Open without it', 'experiment.reset', { path: failure.field }));
  if (failure.kind === 'document')
    found.push(button('Open without it', 'experiment.example', { id: 'toy', play: false }));
  if (failure.kind === 'too-large') found.push(button('Run it without watching', 'unwatched.run'));
  if (failure.kind === 'trace') found.push(button('Choose a file', 'trace.choose'));
  if (failure.kind === 'trap' || failure.kind === 'memory') found.push(...afterDeath(failure, now, button));
  else
    found.push(button(now.opened && now.screen === 'workbench' ? 'Keep the old one' : 'Close', 'experiment.dismiss'));
  return found;
}

/** The worker is gone, and with it the device, unless it was another one's. What it had come to is as it was when it is run again. */
function afterDeath({ kind }: Failure, now: AppState, button: Button): HTMLElement[] {
  const reproduction = kind === 'trap' ? [button('Save a file that reproduces it', 'share.reproduction')] : [];
  if (now.screen !== 'workbench') return [...reproduction, button('Close', 'experiment.dismiss')];
  const is_gone = lanesOf(now).some(({ opened }) => opened === null);
  return [
    ...(is_gone && placeInSight(now) ? [button('Go back to where it stood', 'experiment.retry', { back: true })] : []),
    button('Start again', 'experiment.retry'),
    ...(kind === 'memory' && is_gone ? [button('Run it without watching', 'unwatched.run')] : []),
    ...(kind === 'memory' ? [button('Save the experiment', 'share.experiment')] : []),
    ...reproduction,
  ];
}

/** What could not be loaded is tried again where it was wanted. */
function tryAgain({ again, screen, figures }: AppState, button: Button): HTMLElement {
  if (again) return button('Try again', 'page.try-again');
  if (screen === 'figures') return button('Try again', 'figures.open', { figure: figures.id, form: figures.form });
  return button('Try again', screen === 'sweep' ? 'sweep.show' : 'experiment.retry');
}
