/** Which fields the drawer shows for what was searched. */

import { type Field, SECTION_TITLES, type Section } from '../../app/parameters';

export interface Group {
  section: Section;
  title: string;
  fields: Field[];
}

/** Fields by section; every word of `search` must occur in a field's path, label, help or section. */
export function groupsOf(fields: readonly Field[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (field: Field): boolean => {
    const text = `${field.path} ${field.label} ${field.help} ${SECTION_TITLES[field.section]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const sections = Object.keys(SECTION_TITLES) as Section[];
  return sections
    .map((section) => ({
      section,
      title: SECTION_TITLES[section],
      fields: fields.filter((field) => field.section === section && matches(field)),
    }))
    .filter((group) => group.fields.length > 0);
}
