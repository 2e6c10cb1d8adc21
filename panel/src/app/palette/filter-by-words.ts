import type { SpotlightActionData, SpotlightActionGroupData, SpotlightFilterFunction } from '@mantine/spotlight';

/**
 * Keeps the actions that contain every typed word in their label, description or keywords: `create key` finds "Create
 * API key". In each group, matches of the label come first.
 */
export const filterByWords: SpotlightFilterFunction = (query, data) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const contains = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const byLabel = (action: SpotlightActionData) => contains(action.label ?? '');
  const byAll = ({ label = '', description = '', keywords = '' }: SpotlightActionData) =>
    contains([label, description, keywords].flat().join(' '));
  return data.flatMap((item): (SpotlightActionData | SpotlightActionGroupData)[] => {
    if (!('actions' in item)) return byAll(item) ? [item] : [];
    const matching = item.actions.filter(byAll);
    const actions = [...matching.filter(byLabel), ...matching.filter((action) => !byLabel(action))];
    return actions.length > 0 ? [{ ...item, actions }] : [];
  });
};
