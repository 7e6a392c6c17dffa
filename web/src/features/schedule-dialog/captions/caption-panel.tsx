import { CAPTIONS_WANTED } from '@ninesixteen/shared/api/limits'
import { hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import type { ShownCaption } from './caption-writer.ts'
import styles from './captions.module.css'
import type { Captions } from './use-captions.ts'

export interface CaptionPanelProps {
  captions: Pick<Captions, 'isWriting' | 'captions' | 'error' | 'write' | 'cancel' | 'close' | 'use'>
  /** The panel fills its own dialog, which has the title and the Close button, and the user copies captions. */
  isStandalone?: boolean
  /** The post has a caption or description, so the user chooses between adding and replacing. */
  hasTexts: boolean
}

function statusOf({ isWriting, captions, error }: CaptionPanelProps['captions']): string {
  if (isWriting) return 'Writing captions…'
  if (captions.length === 0 || error !== null) return ''
  return captions.length === 1 ? 'One caption is ready.' : `${captions.length} captions are ready.`
}

/** The captions that the model writes, below the post's texts. */
export function CaptionPanel({ captions, isStandalone = false, hasTexts }: CaptionPanelProps) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const { isWriting, error, write } = captions
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' })
    // The pressed button may be gone.
    if (document.activeElement === document.body) root.current?.focus()
  }, [isWriting])
  const waiting = isWriting ? CAPTIONS_WANTED - captions.captions.length : 0
  return (
    <section ref={root} tabIndex={-1} className={isStandalone ? styles.plain : styles.panel} aria-labelledby={id} aria-busy={isWriting}>
      <header className={styles.head}>
        <h3 id={id} className={isStandalone ? 'visually-hidden' : styles.title}>
          Captions by AI
        </h3>
        <p role="status" className={isWriting ? styles.status : 'visually-hidden'}>
          {statusOf(captions)}
        </p>
        {isWriting ? (
          <Button size="small" variant="ghost" onClick={captions.cancel}>
            Cancel
          </Button>
        ) : (
          <>
            {error === null && write && (
              <Button size="small" variant="ghost" onClick={write}>
                Write again
              </Button>
            )}
            {!isStandalone && <IconButton size="small" label="Close captions" icon={<X />} onClick={captions.close} />}
          </>
        )}
      </header>
      <ol className={styles.captions}>
        {captions.captions.map((caption, index) => (
          <CaptionCard
            // A caption keeps its place while it is written.
            key={index}
            caption={caption}
            number={index + 1}
            takeLabel={isStandalone ? 'Copy' : 'Use'}
            isCompact={!isStandalone}
            hasTexts={hasTexts}
            onUse={(how) => captions.use(caption, how)}
          />
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          <li key={`waiting ${index}`}>
            <Skeleton height={84} />
          </li>
        ))}
      </ol>
      {error !== null && (
        <Notice kind="bad" onRetry={write ?? undefined}>
          {error}
        </Notice>
      )}
    </section>
  )
}

interface CaptionCardProps {
  caption: ShownCaption
  number: number
  takeLabel: string
  /** One line of each text, and a button that shows all of it. */
  isCompact: boolean
  hasTexts: boolean
  onUse(how: 'replace' | 'add'): void
}

function CaptionCard({
  caption: { caption, description, hashtags, isComplete },
  number,
  takeLabel,
  isCompact,
  hasTexts,
  onUse,
}: CaptionCardProps) {
  const [isWhole, setWhole] = useState(!isCompact)
  /** Null until the user presses Use. */
  const [isConfirming, setConfirming] = useState<boolean | null>(null)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isConfirming !== null) card.current?.querySelector<HTMLElement>('[data-choice] button, [data-take]')?.focus()
  }, [isConfirming])
  return (
    <li ref={card} className={styles.caption} data-draft={!isComplete || undefined} data-compact={!isWhole || undefined}>
      <p className={styles.words}>{caption}</p>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <div className={styles.end}>
        <p className={styles.hashtags}>{hashtagText(hashtags)}</p>
        {isComplete && isCompact && (
          <Button
            size="small"
            variant="ghost"
            aria-expanded={isWhole}
            aria-label={`${isWhole ? 'Less' : 'More'} of caption ${number}`}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Less' : 'More'}
          </Button>
        )}
        {isComplete && !isConfirming && (
          <Button
            size="small"
            data-take
            aria-label={`${takeLabel} caption ${number}`}
            onClick={() => (hasTexts ? setConfirming(true) : onUse('replace'))}
          >
            {takeLabel}
          </Button>
        )}
      </div>
      {isConfirming && (
        <div className={styles.choice} data-choice role="group" aria-label="You already have text">
          <span className={styles.question}>You already have text.</span>
          <Button size="small" onClick={() => onUse('add')}>
            Add below
          </Button>
          <Button size="small" onClick={() => onUse('replace')}>
            Replace
          </Button>
          <Button size="small" variant="ghost" onClick={() => setConfirming(false)}>
            Keep mine
          </Button>
        </div>
      )}
    </li>
  )
}
