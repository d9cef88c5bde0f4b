/** Keys to commands. A key pressed while typing, or with a modifier of the browser's, is left alone. */

import type { Command } from './command';
import { COMMANDS } from './commands';

/** The part of a key event that is read. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: EventTarget | null;
}

/** `Space`, `Shift+ArrowLeft`, `g`, `?`. Shift is told only for keys that have a name; for letters it is not, and `?` needs it anyway. */
export function keyName(press: KeyPress): string {
  const key = press.key === ' ' ? 'Space' : press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return press.shiftKey && key.length > 1 ? `Shift+${key}` : key;
}

/** The command a key press means, or null. Of several the first that `can` be run: they are never for the same state. */
export function commandFor(press: KeyPress, can: (command: Command) => boolean = () => true): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const name = keyName(press);
  if (isTyping(press.target) && name !== 'Escape') return null;
  if (ownsKey(press.target, name)) return null;
  return COMMANDS.find((command) => command.keys?.includes(name) && can(command)) ?? null;
}

/** Keys that are held down, or lead from control to control. */
const KEPT: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn']);
const CONTROLS = 'button, a, input, select, textarea, summary, [role], [contenteditable]';

/** Whether a key press is meant for nothing in particular: not for a control, nor for the browser. */
export const isFree = ({ key, ctrlKey, metaKey, altKey, target }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && !KEPT.has(key) && !(target instanceof Element && target.closest(CONTROLS));

const TEXT_INPUTS = ['text', 'number', 'search', 'url', 'email', 'password'];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Controls keep the keys they work with: a button its Space, a slider or a grid its arrows. */
function ownsKey(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof Element)) return false;
  if (name === 'Space') return target.closest('button, summary, a, input, [role=button], [role=option]') !== null;
  if (/Arrow|Home|End/.test(name))
    return (
      target.closest('input, [role=slider], [role=grid], [role=application], [role=radiogroup], [data-own-keys]') !==
      null
    );
  return false;
}

const WORDS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** A key as it is printed on a keyboard: `Shift ←`. */
export const keyLabel = (key: string): string =>
  key
    .split(/(?<=.)\+/)
    .map((part) => WORDS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ');
