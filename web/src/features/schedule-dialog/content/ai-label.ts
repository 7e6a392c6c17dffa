import { keep, readStored } from '../../../app/browser-storage.ts'
import type { Choices } from '../platforms/platform-form.ts'
import type { PostContent } from './post-content.ts'

const keyOf = (projectId: string): string => `ninesixteen.ai-label.${projectId}`

/** The user's earlier answer for this slideshow, or else whether it shows photos that an AI made, as choices of a new post. */
export function aiLabelOf({ projectId }: Pick<PostContent, 'projectId'>, hasAiPhotos = false): Choices {
  const isLabelled = projectId !== null && (readStored(keyOf(projectId), (value) => value === true) ?? hasAiPhotos)
  return isLabelled ? { aiGenerated: true } : {}
}

/** The choices of all accounts after one of them changed: the label "made with AI" belongs to the slideshow, so every platform that has it gets it. */
export function withAiLabel(
  choices: Readonly<Record<string, Choices>>,
  patch: Choices,
  { projectId }: Pick<PostContent, 'projectId'>,
): Record<string, Choices> {
  const { aiGenerated } = patch
  if (typeof aiGenerated !== 'boolean') return choices
  if (projectId !== null) keep(keyOf(projectId), aiGenerated)
  return Object.fromEntries(Object.entries(choices).map(([id, own]) => [id, 'aiGenerated' in own ? { ...own, aiGenerated } : own]))
}
