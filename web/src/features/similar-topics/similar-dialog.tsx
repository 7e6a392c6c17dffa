import { SIMILAR_TOPICS_PATH } from '@ninesixteen/shared/api/limits'
import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { errorFromResponse, errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { sessionFetch } from '../../api/expected-user.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './similar-dialog.module.css'

async function findTopics(projectId: string, signal: AbortSignal) {
  const { similarTopicsReplySchema } = await import('@ninesixteen/shared/api/ideas')
  const headers = { 'content-type': 'application/json' }
  const request = new Request(SIMILAR_TOPICS_PATH, { method: 'POST', headers, body: JSON.stringify({ projectId }), signal })
  const response = await sessionFetch(request)
  if (!response.ok) throw await errorFromResponse(response)
  return similarTopicsReplySchema.parse(await response.json()).topics
}

export interface SimilarDialogProps {
  projectId: string
  onChosen(chosen: { topic: string; project: ProjectSummary }): void
  onClose(): void
}

/** New topics close to a slideshow, each of which is written in its look with one click. */
export function SimilarDialog({ projectId, onChosen, onClose }: SimilarDialogProps) {
  const project = useQuery(orpc.projects.get.queryOptions({ input: { id: projectId } }))
  const found = useQuery({
    queryKey: ['similar-topics', projectId],
    queryFn: ({ signal }) => findTopics(projectId, signal),
    // Each request costs the user's quota.
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="More like this"
      description="New topics in the same layout, look and company. Choose one to write it."
      footer={
        <Button icon={<RefreshCw />} busy={found.isFetching} onClick={() => void found.refetch()}>
          Other topics
        </Button>
      }
    >
      {(found.isFetching || project.isPending) && <Skeleton height={220} />}
      {!found.isFetching && found.isError && <Notice kind="bad">{errorText(found.error)}</Notice>}
      {project.isError && <Notice kind="bad">{errorText(project.error)}</Notice>}
      {!found.isFetching && found.data && project.data && (
        <ul className={styles.topics} aria-label="Topics">
          {found.data.map(({ title, description }) => (
            <li key={title}>
              <button type="button" className={styles.topic} onClick={() => onChosen({ topic: title, project: project.data })}>
                <span className={styles.title}>{title}</span>
                <span className={styles.description}>{description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
