import type { RunListItem } from '@ninesixteen/shared/api/runs'
import { UNFINISHED_STATES, type RunState } from '@ninesixteen/shared/public-api/run-states'
import { paths } from './paths.ts'

interface RunKindWords {
  /** One run. */
  name: string
  /** Several of them at work, within a sentence. */
  atWork(count: number): string
  /** The page with its result. */
  page(run: RunListItem): string | null
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const slideshow = ({ projectId }: RunListItem): string | null =>
  projectId === null ? null : `${paths.studio}?project=${projectId}&pane=edit`
const plan = ({ companyId }: RunListItem): string => (companyId === null ? paths.contentPlan : `${paths.contentPlan}?company=${companyId}`)
const library = (): string => paths.library

/** The words of each kind of long work. */
const KINDS: Readonly<Record<string, RunKindWords>> = {
  'slideshow-render': { name: 'Render', atWork: (count) => `rendering ${counted(count, 'slideshow')}`, page: slideshow },
  generation: { name: 'Slideshow', atWork: (count) => `writing ${counted(count, 'slideshow')}`, page: slideshow },
  'slideshow-table': {
    name: 'Table',
    atWork: (count) => `writing ${counted(count, 'table')}`,
    // Its id is that of the run.
    page: ({ id }) => `${paths.studio}?table=${id}`,
  },
  'slideshow-translations': { name: 'Translation', atWork: (count) => `translating ${counted(count, 'slideshow')}`, page: slideshow },
  'content-plan': {
    name: 'Content plan',
    atWork: (count) => `writing ${counted(count, 'content plan')}`,
    page: plan,
  },
  'plan-approvals': {
    name: 'Content plan',
    atWork: (count) => `approving posts of ${counted(count, 'content plan')}`,
    page: plan,
  },
  'post-media': { name: 'Post', atWork: (count) => `rendering ${counted(count, 'post')}`, page: () => paths.scheduler },
  'ai-photos': {
    name: 'AI photos',
    atWork: (count) => (count === 1 ? 'making AI photos' : `making ${count} sets of AI photos`),
    page: library,
  },
  'photo-import': {
    name: 'Photo import',
    atWork: (count) => (count === 1 ? 'importing photos' : `importing ${count} sets of photos`),
    page: library,
  },
}

/** Kinds of a later release. */
const OTHER: RunKindWords = { name: 'Task', atWork: (count) => `working on ${counted(count, 'task')}`, page: slideshow }

/** Kinds that differ only for the server. */
const SHOWN_AS: Readonly<Record<string, string>> = { 'ai-photos-own': 'ai-photos' }

/** A batch writes the rows of a table, or the translations of a slideshow. */
function shownKind({ kind, projectId }: RunListItem): string {
  if (kind === 'slideshow-batch') return projectId === null ? 'slideshow-table' : 'slideshow-translations'
  return (Object.hasOwn(SHOWN_AS, kind) && SHOWN_AS[kind]) || kind
}

function wordsOf(run: RunListItem): RunKindWords {
  const kind = shownKind(run)
  return (Object.hasOwn(KINDS, kind) && KINDS[kind]) || OTHER
}

export const isUnfinished = ({ state }: { state: RunState }): boolean => (UNFINISHED_STATES as readonly RunState[]).includes(state)

export const kindName = (run: RunListItem): string => wordsOf(run).name

export const runPage = (run: RunListItem): string | null => wordsOf(run).page(run)

/** Such as "Writing 3 slideshows, rendering 1 post"; null without unfinished runs. */
export function describeWork(runs: readonly RunListItem[]): string | null {
  const counts = new Map<RunKindWords, number>()
  for (const run of runs.filter(isUnfinished)) counts.set(wordsOf(run), (counts.get(wordsOf(run)) ?? 0) + 1)
  const text = [...counts].map(([{ atWork }, count]) => atWork(count)).join(', ')
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

/** How a run ended; null for an unfinished one. */
export function endText({ state, error }: RunListItem): string | null {
  if (state === 'done') return 'Done'
  if (state === 'cancelled') return 'Cancelled'
  return state === 'failed' ? `Failed: ${error?.message ?? ''}` : null
}

/** Runs that ended between two lists, for screen readers. Those that were cancelled are no news. */
export function describeEnds(before: readonly RunListItem[], now: readonly RunListItem[]): string {
  const unfinished = new Set(before.filter(isUnfinished).map(({ id }) => id))
  return now
    .filter((run) => unfinished.has(run.id) && (run.state === 'done' || run.state === 'failed'))
    .map((run) => `${kindName(run)} “${run.title}” ${run.error ? `failed: ${run.error.message}` : 'is done.'}`)
    .join(' ')
}
