import type { ApprovalComment } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_COMMENT_MAX } from '@ninesixteen/shared/api/limits'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { useLiveChanges } from '../../../app/live-changes.ts'
import { Button } from '../../../components/button.tsx'
import { TextArea } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import styles from './approval.module.css'

export interface ApprovalSectionProps {
  post: ScheduledPost
  zone: string
}

/** The client's decision and comments about a post, and replies. */
export function ApprovalSection({ post, zone }: ApprovalSectionProps) {
  const { state, isWithdrawn, decidedBy, decidedAt } = post.approval
  const query = useQuery(orpc.approvals.comments.queryOptions({ input: { id: post.id }, staleTime: 0 }))
  useLiveChanges('posts', () => void query.refetch())
  const decided = decidedAt && `${decidedBy} on ${shownMoment(new Date(decidedAt), zone)}`
  return (
    <section className={styles.section} aria-labelledby="post-approval">
      <h3 id="post-approval">Approval</h3>
      {isWithdrawn && <Notice kind="warn">The post changed after {decidedBy} approved it. It needs approval again.</Notice>}
      {state === 'approved' && <p>Approved by {decided}</p>}
      {state === 'changes-asked' && <p>Changes asked by {decided}</p>}
      {state === 'in-review' && !isWithdrawn && <p>Waiting for your client.</p>}
      {state === 'draft' && <p>Not shared with a client yet.</p>}
      {query.isError && <Notice kind="bad">{errorText(query.error)}</Notice>}
      {query.data && <Comments comments={query.data.comments} zone={zone} />}
      {state !== 'draft' && <Reply postId={post.id} />}
    </section>
  )
}

function Comments({ comments, zone }: { comments: readonly ApprovalComment[]; zone: string }) {
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments} aria-label="Comments">
      {comments.map((comment) => (
        <li key={comment.id}>
          <p className={styles.author}>
            <b>{comment.isOwner ? 'You' : comment.author}</b> {locationText(comment)}
            <time dateTime={comment.at}>{shownMoment(new Date(comment.at), zone)}</time>
          </p>
          <p>{comment.text}</p>
        </li>
      ))}
    </ul>
  )
}

function locationText({ slide, onCaption }: ApprovalComment): string {
  if (slide !== null) return `on slide ${slide + 1}`
  return onCaption ? 'on the caption' : ''
}

function Reply({ postId }: { postId: string }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const reply = useMutation({
    mutationFn: () => api.approvals.reply({ id: postId, text }),
    onSuccess: (comments) => {
      setText('')
      client.setQueryData(orpc.approvals.comments.queryKey({ input: { id: postId } }), comments)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reply.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {reply.isError && <Notice kind="bad">{errorText(reply.error)}</Notice>}
      <TextArea
        label="Reply"
        rows={2}
        maxLength={APPROVAL_COMMENT_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="small" busy={reply.isPending} disabled={text.trim() === ''}>
        {reply.isPending ? 'Sending...' : 'Send'}
      </Button>
    </form>
  )
}
