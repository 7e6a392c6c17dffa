import type { ManualPostingContent } from '@ninesixteen/shared/api/manual-posting'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './manual-posting.module.css'

/** Longer texts are collapsed at first, in characters. */
const LONG = 280

function Text({ title, text }: { title: string; text: string }) {
  const isLong = text.length > LONG || text.split('\n').length > 6
  const [isWhole, setWhole] = useState(!isLong)
  return (
    <section className={styles.text} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <CopyButton text={text} what={title.toLowerCase()} />
      </header>
      <p data-whole={isWhole || undefined}>{text}</p>
      {isLong && (
        <Button variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </section>
  )
}

export function TextStep({ content: { caption, description, tags } }: { content: ManualPostingContent }) {
  const texts = [
    { title: 'Caption', text: caption },
    { title: 'Description', text: description },
    { title: 'Tags', text: tags.map((tag) => `#${tag}`).join(' ') },
  ].filter(({ text }) => text !== '')
  if (texts.length === 0) return <p className={styles.hint}>This post has no text.</p>
  return texts.map((one) => <Text key={one.title} {...one} />)
}
