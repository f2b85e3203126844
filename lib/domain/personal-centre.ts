/** The entries of the personal centre in their order (spec 3 §2.6, ids 0 to 8). */
export const centreTabs = ['learningData', 'messages', 'classes', 'collection', 'certificates', 'mistakes', 'learningPaths', 'postMaps', 'profile'] as const
export type CentreTab = (typeof centreTabs)[number]

const tabOfId: Record<string, CentreTab> = { 1: 'messages', 2: 'profile' }

/** The entry an address names: `thisId` 1 is messages, 2 personal data (spec 3 §2.6), else `tab`, else the first. */
export function centreTabOf({ thisId, tab }: Record<string, string | string[] | undefined>): CentreTab {
  return (typeof thisId === 'string' && Object.hasOwn(tabOfId, thisId) ? tabOfId[thisId] : undefined) ?? centreTabs.find((one) => one === tab) ?? 'learningData'
}
