import type { ManualPosting, ManualPostingContent, ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { Clock, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type ApiError, toApiError } from '../../api/api-error.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Mark } from '../../components/mark.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { AnswerStep } from './confirm-step.tsx'
import { Answered, LinkInvalid, LoadFailed } from './end-states.tsx'
import styles from './manual-posting.module.css'
import { dateAndTime, zoneName } from '../../app/day-and-time.ts'
import { createFileLoader, type LoadingFile } from './file-loader.ts'
import { isOwnMachine } from './phone-address.ts'
import { SaveStep } from './save-step.tsx'
import { SlidesStrip } from './slides-strip.tsx'
import { useManualPosting } from './use-manual-posting.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from './copy-button.tsx'

const QrCode = lazyPart(async () => (await import('../../components/qr-code.tsx')).QrCode)

/** The page behind a link, for a phone without a session. */
export function ManualPostingView({ token }: { token: string }) {
  const { query, answering } = useManualPosting(token)
  const { data, errorUpdatedAt, isFetching, refetch } = query
  const error = query.error && toApiError(query.error)
  const label = data?.platform.label
  return (
    <div className={styles.page}>
      <PageTitle>{label ? `Post to ${label}` : 'Manual posting'}</PageTitle>
      <header className={styles.brand}>
        <Mark size={22} />
        {PRODUCT_NAME}
      </header>
      <main className={styles.main}>
        {data === undefined && !error && <Waiting />}
        {error && (data === undefined || error.status === 404) && (
          <Failure posting={data} error={error} at={errorUpdatedAt} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {data && error?.status !== 404 && data.content === null && <Answered posting={data} />}
        {data && error?.status !== 404 && data.content !== null && <OpenPost posting={data} content={data.content} answering={answering} />}
      </main>
    </div>
  )
}

interface FailureProps {
  posting: ManualPosting | undefined
  error: ApiError
  /** Time of the error, in milliseconds since 1970. */
  at: number
  busy: boolean
  onRetry(): void
}

function Failure({ posting, error, at, busy, onRetry }: FailureProps) {
  if (error.status !== 404) return <LoadFailed message={error.message} busy={busy} onRetry={onRetry} />
  const isOver = posting?.state === 'open' && new Date(posting.expiresAt).getTime() <= at
  return <LinkInvalid expiredAt={isOver ? posting.expiresAt : null} />
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

/** The files of a post as they load; failed ones are retried once the network is back. */
function useFiles(postFiles: readonly ManualPostingFile[]): { files: readonly LoadingFile[]; retry(): void } {
  const { subscribe, files, retry } = useMemo(() => createFileLoader(postFiles), [postFiles])
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return { files: useSyncExternalStore(subscribe, files), retry }
}

/** On a desktop, a QR code that opens this page on the phone. Phones do not load it. */
function OnPhone() {
  const isDesktop = useMediaQuery('(min-width: 900px)')
  if (!isDesktop || isOwnMachine(location.hostname)) return null
  return (
    <div className={styles.onPhone}>
      <QrCode label="QR code of the link" text={location.href} className={styles.code} />
      <p>This is easier on your phone. Point its camera at the code to open this page there.</p>
    </div>
  )
}

interface OpenPostProps extends Pick<ReturnType<typeof useManualPosting>, 'answering'> {
  posting: ManualPosting
  content: ManualPostingContent
}

function OpenPost({ posting, content, answering }: OpenPostProps) {
  const { platform, account, expiresAt } = posting
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
            This link works until <b className="tabular">{dateAndTime(expiresAt)}</b> ({zoneName()}).
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
        <Step number={4} title="Confirm the result">
          <AnswerStep
            platform={platform.label}
            busy={answering.isPending}
            error={answering.error}
            isNext={isSaved}
            onAnswer={(answer) => answering.mutate(answer)}
            onBack={() => answering.reset()}
          />
        </Step>
      </ol>
    </>
  )
}

/** Longer texts are collapsed at first, in characters. */
const COLLAPSE_LENGTH = 280

function Text({ title, text }: { title: string; text: string }) {
  const isLong = text.length > COLLAPSE_LENGTH || text.split('\n').length > 6
  const [isExpanded, setExpanded] = useState(!isLong)
  return (
    <section className={styles.text} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <CopyButton text={text} name={title.toLowerCase()} />
      </header>
      <p data-whole={isExpanded || undefined}>{text}</p>
      {isLong && (
        <Button variant="ghost" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : 'Show all'}
        </Button>
      )}
    </section>
  )
}

function TextStep({ content: { caption, description, tags } }: { content: ManualPostingContent }) {
  const texts = [
    { title: 'Caption', text: caption },
    { title: 'Description', text: description },
    { title: 'Tags', text: tags.map((tag) => `#${tag}`).join(' ') },
  ].filter(({ text }) => text !== '')
  if (texts.length === 0) return <p className={styles.hint}>This post has no text.</p>
  return texts.map((text) => <Text key={text.title} {...text} />)
}
