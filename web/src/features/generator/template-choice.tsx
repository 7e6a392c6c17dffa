import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { LOOK_OPTIONS } from '../../app/look-options.ts'
import { Button } from '../../components/button.tsx'
import { lazyDialog } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Select } from '../../components/select.tsx'
import { SlideView } from '../../components/slide-view.tsx'
import styles from './template-choice.module.css'

export interface TemplateChoiceProps {
  value: string
  companyId: string | null
  /** Opens the list in which templates are changed and deleted. */
  Manage: ReturnType<typeof lazyDialog<{ open: boolean; onOpenChange(open: boolean): void }>>
  onChange(templateId: string): void
  /** Null for the template's own. */
  look: LookId | null
  onLook(look: LookId | null): void
}

/** Chooses a slideshow template by its first slide. */
export function TemplateChoice({ value, companyId, Manage, onChange, look, onLook }: TemplateChoiceProps) {
  const list = useQuery(orpc.slideshowTemplates.list.queryOptions({ input: companyId === null ? {} : { companyId } }))
  const [isManaged, setManaged] = useState(false)
  const first = list.data?.[0]?.id ?? ''
  const isGone = list.data !== undefined && !list.data.some(({ id }) => id === value)
  const choose = useEffectEvent(onChange)
  // The chosen one was deleted, belongs to another company, or was never chosen.
  useEffect(() => {
    if (isGone && first !== value) choose(first)
  }, [isGone, first, value])
  const chosen = list.data?.find(({ id }) => id === value)
  const texts = chosen?.slots.filter(({ kind }) => kind === 'text').length ?? 0
  return (
    <section className={styles.choice} aria-labelledby="slideshow-template-heading">
      <header className={styles.head}>
        <h3 id="slideshow-template-heading" className={styles.heading}>
          Slideshow template
        </h3>
        <Button size="small" variant="ghost" onClick={() => setManaged(true)}>
          Manage
        </Button>
      </header>
      {list.isPending && <Skeleton height={128} />}
      {list.isError && (
        <Notice kind="bad" onRetry={list.refetch}>
          {errorText(list.error)}
        </Notice>
      )}
      {list.data?.length === 0 && <p className={styles.hint}>No templates yet. Choose “Save as template” in the menu of a slideshow.</p>}
      {list.data && list.data.length > 0 && (
        <div className={styles.cards} role="radiogroup" aria-labelledby="slideshow-template-heading">
          {list.data.map((template) => (
            <label key={template.id} className={styles.card}>
              <input
                type="radio"
                name="slideshow-template"
                className={styles.radio}
                checked={template.id === value}
                onChange={() => onChange(template.id)}
              />
              <SlideView slide={template.cover} alt="" className={styles.cover} />
              <span className={styles.name}>{template.name}</span>
            </label>
          ))}
        </div>
      )}
      {chosen && (
        <p className={styles.hint}>
          {chosen.slideCount === 1 ? '1 slide' : `${chosen.slideCount} slides`},{' '}
          {texts === 0 ? 'no new texts' : texts === 1 ? '1 new text' : `${texts} new texts`}.{' '}
          {look === null ? 'Layout and look stay.' : 'The look lays out the texts.'}
        </p>
      )}
      {chosen && (
        <Select
          label="Look"
          value={look ?? 'own'}
          options={[{ value: 'own', label: 'Template’s own look' }, ...LOOK_OPTIONS]}
          onChange={(id) => onLook(id === 'own' ? null : id)}
        />
      )}
      <Manage open={isManaged} onOpenChange={setManaged} />
    </section>
  )
}
