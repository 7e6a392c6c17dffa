import type { ManualPosting, ManualPostingContent } from '@ninesixteen/shared/api/manual-posting'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { Clock, ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Mark } from '../../components/mark.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { AnswerStep } from './answer-step.tsx'
import { Answered, Gone, Unreached } from './end-states.tsx'
import styles from './hand-over.module.css'
import { OnPhone } from './on-phone.tsx'
import { momentText, zoneName } from './time-text.ts'
import { SaveStep } from './save-step.tsx'
import { SlidesStrip } from './slides-strip.tsx'
import { TextStep } from './text-step.tsx'
import { useFiles } from './use-files.ts'
import { useManualPosting } from './use-manual-posting.ts'

/** The page behind a link: for a phone on which nobody has to be signed in. */
export function ManualPostingView({ token }: { token: string }) {
  const { query, answering } = useManualPosting(token)
  const { data, errorUpdatedAt, isFetching, refetch } = query
  const error = query.error && toApiError(query.error)
  const label = data?.platform.label
  return (
    <div className={styles.page}>
      <PageTitle>{label ? `Post to ${label}` : 'Post by hand'}</PageTitle>
      <header className={styles.brand}>
        <Mark size={22} />
        {PRODUCT_NAME}
      </header>
      <main className={styles.main}>
        {data === undefined && !error && <Waiting />}
        {error && (data === undefined || error.status === 404) && (
          <Failure handOver={data} error={error} at={errorUpdatedAt} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {data && error?.status !== 404 && data.content === null && <Answered handOver={data} />}
        {data && error?.status !== 404 && data.content !== null && (
          <OpenPost handOver={data} content={data.content} answering={answering} />
        )}
      </main>
    </div>
  )
}

interface FailureProps {
  handOver: ManualPosting | undefined
  error: ApiError
  /** When it came, in milliseconds since 1970. */
  at: number
  busy: boolean
  onRetry(): void
}

function Failure({ handOver, error, at, busy, onRetry }: FailureProps) {
  if (error.status !== 404) return <Unreached message={error.message} busy={busy} onRetry={onRetry} />
  const isOver = handOver?.state === 'open' && new Date(handOver.expiresAt).getTime() <= at
  return <Gone expiredAt={isOver ? handOver.expiresAt : null} />
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading the post
      </p>
      <Skeleton width="70%" height={32} />
      <Skeleton width="50%" height={20} />
      <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2>
        <span aria-hidden="true">{number}</span>
        {title}
      </h2>
      {children}
    </li>
  )
}

interface OpenPostProps extends Pick<ReturnType<typeof useManualPosting>, 'answering'> {
  handOver: ManualPosting
  content: ManualPostingContent
}

function OpenPost({ handOver, content, answering }: OpenPostProps) {
  const { platform, account, expiresAt } = handOver
  const { files, retry } = useFiles(content.files)
  const [isSaved, setSaved] = useState(false)
  const isVideo = content.kind === 'video'
  return (
    <>
      <div className={styles.title}>
        <h1>Post to {platform.label}</h1>
        {account !== null && <p>as @{account}</p>}
        <p className={styles.until}>
          <Clock aria-hidden="true" />
          <span>
            This link is good until <b className="tabular">{momentText(expiresAt)}</b> ({zoneName()}).
          </span>
        </p>
        <OnPhone />
      </div>
      <SlidesStrip files={files} />
      <ol className={styles.steps}>
        <Step number={1} title={isVideo ? 'Save the video' : 'Save the slides'}>
          <SaveStep files={files} retry={retry} isSaved={isSaved} onSaved={() => setSaved(true)} />
        </Step>
        <Step number={2} title="Copy the text">
          <TextStep content={content} />
        </Step>
        <Step number={3} title={`Post it on ${platform.label}`}>
          <a className={styles.leave} href={platform.site} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            Open {platform.label}
          </a>
        </Step>
        <Step number={4} title="Say how it went">
          <AnswerStep
            platform={platform.label}
            busy={answering.isPending}
            error={answering.error}
            isNext={isSaved}
            onAnswer={(given) => answering.mutate(given)}
            onBack={() => answering.reset()}
          />
        </Step>
      </ol>
    </>
  )
}
