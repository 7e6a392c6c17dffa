import { Lightbulb, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText, toApiError } from '../../api/api-error.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { Button } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextArea } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { IdeaItem } from './idea-item.tsx'
import styles from './ideas.module.css'
import { useClearIdeas, useFindIdeas, useIdeaList, useMarkIdea, type IdeaFilter } from './use-ideas.ts'

export interface IdeasPanelProps {
  /** Takes the idea's title as the generator's topic. */
  onMakeSlideshow(topic: string): void
  /** The same panel can stand in the column and in the drawer: their headings need ids of their own. */
  idPrefix: string
}

function FindIdeas() {
  const { current } = useCurrentCompany()
  const [topic, setTopic] = useState('')
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
        find.mutate({ topic, companyId: current?.id ?? null })
      }}
    >
      <TextArea
        label="Ideas about"
        className={styles.topic}
        value={topic}
        placeholder="slow mornings"
        onChange={(event) => {
          setTopic(event.target.value)
          if (find.isError) find.reset()
        }}
      />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button type="submit" wide icon={<Lightbulb />} busy={find.isPending}>
        {find.isPending ? 'Finding ideas...' : 'Generate Ideas'}
      </Button>
    </form>
  )
}

function IdeaList({ filter, onMakeSlideshow }: { filter: IdeaFilter; onMakeSlideshow(topic: string): void }) {
  const list = useIdeaList(filter)
  const mark = useMarkIdea(filter)
  if (list.isPending) return <Skeleton height={180} />
  if (list.isError) return <Notice kind="bad">Failed to load user data</Notice>
  if (list.data.length === 0) {
    return (
      <EmptyState level={3} ghost="none" title="No ideas found for the selected filter.">
        Enter a topic above and get 25 to choose from.
      </EmptyState>
    )
  }
  return (
    <ul className={styles.list}>
      {list.data.map((idea) => (
        <IdeaItem
          key={idea.id}
          idea={idea}
          onMark={(marks) => mark.mutate({ id: idea.id, marks })}
          onMakeSlideshow={() => onMakeSlideshow(idea.title)}
        />
      ))}
    </ul>
  )
}

/** Right column: ideas for posts, found for a topic, kept until cleared. */
export function IdeasPanel({ onMakeSlideshow, idPrefix }: IdeasPanelProps) {
  const { companies } = useCurrentCompany()
  const [companyId, setCompanyId] = useState('all')
  const [clearing, setClearing] = useState(false)
  const clear = useClearIdeas()
  const filter: IdeaFilter = companyId === 'all' ? {} : { companyId }
  const ofCompany = companies.find((company) => company.id === companyId)
  return (
    <div className={styles.panel}>
      <Panel title="Ideas" id={`${idPrefix}-heading`}>
        <FindIdeas />
      </Panel>
      <Panel
        title="Recent Ideas"
        id={`${idPrefix}-recent-heading`}
        actions={<IconButton size="small" variant="danger" label="Clear ideas" icon={<Trash2 />} onClick={() => setClearing(true)} />}
      >
        {companies.length > 0 && (
          <div className={styles.filter}>
            <Select
              label="Company filter"
              hideLabel
              size="small"
              value={companyId}
              options={[
                { value: 'all', label: 'All companies' },
                ...companies.map((company) => ({
                  value: company.id,
                  label: company.name,
                  icon: <CompanyLogo company={company} size={18} />,
                })),
              ]}
              onChange={setCompanyId}
            />
          </div>
        )}
        <IdeaList filter={filter} onMakeSlideshow={onMakeSlideshow} />
      </Panel>
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title="Clear ideas"
        confirmLabel="Clear"
        busyLabel="Clearing..."
        busy={clear.isPending}
        onConfirm={() => clear.mutate(filter, { onSettled: () => setClearing(false) })}
      >
        Are you sure you want to clear {ofCompany ? `the ideas of "${ofCompany.name}"` : 'all ideas'}? This action cannot be undone.
      </ConfirmDialog>
    </div>
  )
}
