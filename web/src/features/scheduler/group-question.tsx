import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { create } from 'zustand'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { accountOf, isPostedManually, platformOf } from './post-texts.ts'
import styles from './scheduler.module.css'

export type GroupVerb = 'Move' | 'Edit' | 'Update' | 'Share' | 'Post' | 'Retry' | 'Reschedule' | 'Cancel' | 'Delete'

/** The title of the question ends with it. */
const ENDINGS: Partial<Record<GroupVerb, string>> = { Update: ' to the latest slides', Share: ' for approval', Post: ' now', Retry: ' now' }
const EFFECTS: Partial<Record<GroupVerb, string>> = {
  Post: 'This publishes for real, right away.',
  Retry: 'This publishes for real, right away.',
  Delete: 'This also deletes their history. Posts already on a platform stay there.',
}
const isDangerous = (verb: GroupVerb): boolean => verb === 'Cancel' || verb === 'Delete'
/** Asked for a single post, too. */
const isAlwaysConfirmed = (verb: GroupVerb): boolean => verb === 'Post' || verb === 'Retry' || verb === 'Delete'

export interface GroupChoice {
  verb: GroupVerb
  posts: readonly ScheduledPost[]
  /** Those of `posts` that the filter or the page leaves out. */
  hidden: readonly ScheduledPost[]
}

interface Question extends GroupChoice {
  respond(chosen: readonly ScheduledPost[] | null): void
}

const useQuestion = create<{ question: Question | null; isOpen: boolean }>(() => ({ question: null, isOpen: false }))

/**
 * Asks which of the posts that were scheduled together an action concerns; null if the user leaves it. A single post needs no question, unless
 * the action is one to confirm.
 */
export function askWhichPosts(choice: GroupChoice): Promise<readonly ScheduledPost[] | null> {
  if (choice.posts.length === 0 || (choice.posts.length === 1 && !isAlwaysConfirmed(choice.verb))) return Promise.resolve(choice.posts)
  return new Promise((resolve) => {
    const respond = (chosen: readonly ScheduledPost[] | null): void => {
      useQuestion.setState({ isOpen: false })
      resolve(chosen)
    }
    useQuestion.setState({ question: { ...choice, respond }, isOpen: true })
  })
}

const nameOf = (post: ScheduledPost): string => `${platformOf(post)}, ${accountOf(post)}`

/** The question's text above its buttons. */
export function questionText({ verb, hidden }: GroupChoice): string {
  const names = hidden.map(nameOf).join('; ')
  const notShown = names === '' ? '' : `Not shown here: ${names}.`
  return ['They were scheduled together.', EFFECTS[verb], notShown].filter(Boolean).join(' ')
}

/** The question of `askWhichPosts`. */
export function GroupQuestion() {
  const { question, isOpen } = useQuestion()
  if (!question) return null
  const { verb, posts, respond } = question
  const [first, ...others] = posts
  if (first && others.length === 0) return <SingleQuestion verb={verb} post={first} open={isOpen} respond={respond} />
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && respond(null)}
      title={`${verb} all ${posts.length} posts${ENDINGS[verb] ?? ''}?`}
      description={questionText(question)}
      size="small"
      footer={
        <Button variant={isDangerous(verb) ? 'danger' : 'primary'} onClick={() => respond(posts)}>
          All {posts.length} posts
        </Button>
      }
    >
      <div className={styles.choices} role="group" aria-label="Only one post">
        {posts.map((post) => (
          <Button key={post.id} onClick={() => respond([post])}>
            Only {nameOf(post)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

interface SingleQuestionProps extends Pick<Question, 'verb' | 'respond'> {
  post: ScheduledPost
  open: boolean
}

function SingleQuestion({ verb, post, open, respond }: SingleQuestionProps) {
  const answers = { open, onOpenChange: (next: boolean) => !next && respond(null), onConfirm: () => respond([post]) }
  if (verb === 'Delete') {
    return (
      <ConfirmDialog {...answers} title="Delete this post?" confirmLabel="Delete">
        This also deletes its history.{post.status === 'published' && ` The post stays on ${platformOf(post)}.`}
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog {...answers} title="Post now?" confirmLabel="Post now" danger={false}>
      {isPostedManually(post)
        ? `You get the slides and the caption right away, to post on ${platformOf(post)} yourself.`
        : `This publishes for real: it posts to ${accountOf(post)} on ${platformOf(post)} right away.`}
    </ConfirmDialog>
  )
}
