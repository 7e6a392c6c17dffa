import { LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import { LOOKS } from '@ninesixteen/shared/looks/looks'

/** All looks for a select. */
export const LOOK_OPTIONS = LOOK_IDS.map((value) => ({ value, label: LOOKS[value].label, detail: LOOKS[value].hint }))
