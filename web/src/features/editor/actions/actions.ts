import { arrangeActions } from './arrange-actions.ts'
import { boxActions } from './box-actions.ts'
import { documentActions } from './document-actions.ts'
import { formatActions } from './format-actions.ts'
import type { EditorAction } from './editor-action.ts'
import { slideActions } from './slide-actions.ts'
import { viewActions } from './view-actions.ts'

/** All actions of the editor, in the order of the list of shortcuts. */
export const actions = {
  ...documentActions,
  ...boxActions,
  ...arrangeActions,
  ...slideActions,
  ...formatActions,
  ...viewActions,
} as const satisfies Record<string, EditorAction>

export type ActionId = keyof typeof actions
