import type { Idea } from '@ninesixteen/shared/api/ideas'
import { Lightbulb, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText, toApiError } from '../../api/api-error.ts'
import { keep, readStored } from '../../app/browser-storage.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextArea } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { lazyDialog } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { EVERYTHING, IdeaFilters, type IdeaView } from './idea-filters.tsx'
import { IdeaItem } from './idea-item.tsx'
import styles from './ideas.module.css'
import { useFindIdeas, useIdeaList, useMarkIdea, type IdeaFilter } from './use-ideas.ts'

const ClearDialog = lazyDialog(async () => (await import('./idea-dialogs.tsx')).ClearDialog)
const DeleteIdeaDialog = lazyDialog(async () => (await import('./idea-dialogs.tsx')).DeleteIdeaDialog)

export interface IdeasPanelProps {
  /** Passes the idea's title to the generator as its topic. */
  onMakeSlideshow(topic: string): void
  /** Keeps heading ids unique, because the panel can be in the column and in the drawer. */
  idPrefix: string
}

/** `onFound` clears the filters, which could hide the new ideas. */
function FindIdeas({ onFound }: { onFound(): void }) {
  const { current } = useCurrentCompany()
  const key = `ninesixteen.ideas.${useSignedIn().id}`
  const [topic, setTopic] = useState(() => readStored(key, String) ?? '')
  const find = useFindIdeas()
  const problem =
    find.error &&
    (toApiError(find.error).code === 'IDEA_TOPIC_REQUIRED' ? find.error.message : `Failed to generate post ideas: ${errorText(find.error)}`)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        find.mutate({ topic, companyId: current?.id ?? null }, { onSuccess: onFound })
      }}
    >
      <TextArea
        label="Ideas about"
        className={styles.topic}
        value={topic}
        placeholder="slow mornings"
        onChange={(event) => {
          setTopic(event.target.value)
          keep(key, event.target.value)
          if (find.isError) find.reset()
        }}
      />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <p className="visually-hidden" role="status">
        {find.data && `${find.data.length} new ideas, at the top of the list`}
      </p>
      <Button type="submit" wide icon={<Lightbulb />} busy={find.isPending}>
        {find.isPending ? 'Finding ideas...' : 'Generate Ideas'}
      </Button>
    </form>
  )
}

interface IdeaListProps {
  view: IdeaView
  onMakeSlideshow(topic: string): void
  onShowAll(): void
}

function IdeaList({ view, onMakeSlideshow, onShowAll }: IdeaListProps) {
  const filter = filterOf(view)
  const list = useIdeaList(filter)
  const mark = useMarkIdea()
  const [deleting, setDeleting] = useState<Idea | null>(null)
  if (list.isPending) return <Skeleton height={180} />
  if (list.isError) return <Notice kind="bad">Failed to load user data</Notice>
  // An idea leaves the favorites as soon as its star is removed.
  const shown = list.data.pages.flatMap(({ ideas }) => ideas).filter(({ isFavorite }) => !view.favorites || isFavorite)
  if (shown.length === 0) {
    const narrowed = view.category !== null || view.favorites || view.companyId !== null
    return (
      <EmptyState
        level={3}
        ghost="none"
        title="No ideas found for the selected filter."
        action={
          narrowed && (
            <Button size="small" onClick={onShowAll}>
              Show all ideas
            </Button>
          )
        }
      >
        {narrowed ? null : 'Enter a topic above to get 25 ideas.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {shown.map((idea) => (
          <IdeaItem
            key={idea.id}
            idea={idea}
            onMark={(marks) => mark.mutate({ idea, marks })}
            onMakeSlideshow={() => onMakeSlideshow(idea.title)}
            onDelete={() => setDeleting(idea)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className={styles.more} size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          See More
        </Button>
      )}
      <DeleteIdeaDialog open={deleting !== null} idea={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

function filterOf({ companyId, category, favorites }: IdeaView): IdeaFilter {
  return { ...(companyId !== null && { companyId }), ...(category !== null && { category }), ...(favorites && { favorites }) }
}

/** The right column: generates post ideas for a topic and lists them. */
export function IdeasPanel({ onMakeSlideshow, idPrefix }: IdeasPanelProps) {
  const [view, setView] = useState<IdeaView>(EVERYTHING)
  const [clearing, setClearing] = useState(false)
  const showAll = () => setView(EVERYTHING)
  return (
    <div className={styles.panel}>
      <Panel title="Ideas" id={`${idPrefix}-heading`}>
        <FindIdeas onFound={showAll} />
      </Panel>
      <Panel
        title="Recent Ideas"
        id={`${idPrefix}-recent-heading`}
        actions={<IconButton size="small" variant="danger" label="Clear ideas" icon={<Trash2 />} onClick={() => setClearing(true)} />}
      >
        <IdeaFilters view={view} onChange={setView} />
        <IdeaList view={view} onMakeSlideshow={onMakeSlideshow} onShowAll={showAll} />
      </Panel>
      <ClearDialog open={clearing} onOpenChange={setClearing} companyId={view.companyId} />
    </div>
  )
}
