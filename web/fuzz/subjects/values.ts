/** Values of a sweep's axis, which a link holds as they were typed. */

import { listed, parseValues } from '../../app/sweep/values';
import { linesOf } from '../seeds';
import { areSame, isSentence, type Subject } from '../subject';

export const SUBJECT: Subject = {
  seeds: linesOf('values.txt'),
  holds: (text) => {
    const { values, wrong } = parseValues(text);
    if (values === null) {
      isSentence(wrong);
      return false;
    }
    areSame('the values', values, parseValues(listed(values)).values);
    return true;
  },
};
