import { LANGUAGE_MAX, OFFERED_LANGUAGES } from '@ninesixteen/shared/api/limits'
import type { ProjectVariant } from '@ninesixteen/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './translations.module.css'
import { useTranslations, type TranslationJob } from './use-translations.ts'

export interface TranslateDialogProps {
  projectId: string
  onOpen(projectId: string): void
  onClose(): void
}

/** Translates a slideshow into several languages, each as a linked slideshow. */
export function TranslateDialog({ projectId, onOpen, onClose }: TranslateDialogProps) {
  const variants = useQuery({ ...orpc.projects.variants.queryOptions({ input: { id: projectId } }), staleTime: 0 })
  const translations = useTranslations(projectId, variants.data ?? [])
  const open = (id: string) => {
    onClose()
    onOpen(id)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Translate"
      description="Each language becomes a slideshow of its own, linked to this one."
      closeOnOutsideClick={!translations.isRunning}
    >
      {variants.isPending && <Skeleton height={160} />}
      {variants.isError && <Notice kind="bad">{errorText(variants.error)}</Notice>}
      {variants.data && translations.jobs.length === 0 && <Choice variants={variants.data} onStart={translations.start} />}
      {translations.jobs.length > 0 && (
        <div className={styles.body}>
          <ul className={styles.jobs} aria-label="Translations">
            {translations.jobs.map((job) => (
              <Job key={job.language} job={job} onRetry={translations.retry} onOpen={open} isBusy={translations.isRunning} />
            ))}
          </ul>
          <div className={styles.actions}>
            {translations.isRunning ? (
              <Button onClick={translations.cancel}>Cancel</Button>
            ) : (
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

const countOf = (count: number): string => (count === 0 ? '' : count === 1 ? '1 slideshow' : `${count} slideshows`)

interface ChoiceProps {
  variants: readonly ProjectVariant[]
  onStart(languages: readonly string[]): void
}

function Choice({ variants, onStart }: ChoiceProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const variantOf = (language: string) => variants.find((variant) => variant.language?.toLowerCase() === language.toLowerCase())
  const others = variants.flatMap(({ language }) =>
    language === null || OFFERED_LANGUAGES.some((name) => name.toLowerCase() === language.toLowerCase()) ? [] : [language],
  )
  const isTypedNew = typed.trim() !== '' && !chosen.some((language) => language.toLowerCase() === typed.trim().toLowerCase())
  const languages = isTypedNew ? [...chosen, typed.trim()] : chosen
  const replaced = languages.filter((language) => variantOf(language) !== undefined)
  const submit = () => (replaced.length > 0 ? setAsking(true) : onStart(languages))
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget && languages.length > 0) submit()
      }}
    >
      <fieldset className={styles.languages}>
        <legend className="visually-hidden">Languages</legend>
        {[...OFFERED_LANGUAGES, ...others].map((language) => {
          const variant = variantOf(language)
          return (
            <CheckboxField
              key={language}
              label={language}
              hint={variant && (variant.isOutdated ? 'Translated, the original changed since' : 'Translated')}
              checked={chosen.includes(language)}
              onChange={(isChosen) => setChosen(isChosen ? [...chosen, language] : chosen.filter((one) => one !== language))}
            />
          )
        })}
      </fieldset>
      <TextField label="Another language" value={typed} maxLength={LANGUAGE_MAX} onChange={(event) => setTyped(event.target.value)} />
      <div className={styles.actions}>
        <p className={styles.hint}>{countOf(languages.length)}</p>
        <Button type="submit" variant="primary" disabled={languages.length === 0}>
          Translate
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Translate again"
        confirmLabel="Translate again"
        danger={false}
        onConfirm={() => {
          setAsking(false)
          onStart(languages)
        }}
      >
        This replaces the slides in {new Intl.ListFormat('en').format(replaced)}. You can restore them from their earlier versions.
      </ConfirmDialog>
    </form>
  )
}

const STATES: Record<TranslationJob['state'], string> = {
  waiting: 'Waiting',
  running: 'Translating...',
  done: 'Translated',
  failed: 'Failed',
}

interface JobProps {
  job: TranslationJob
  isBusy: boolean
  onRetry(job: TranslationJob): void
  onOpen(projectId: string): void
}

function Job({ job, isBusy, onRetry, onOpen }: JobProps) {
  const { language, state, projectId, error } = job
  return (
    <li className={styles.job}>
      <div className={styles.words}>
        <p className={styles.name}>{language}</p>
        <p className={styles.hint} role="status">
          {STATES[state]}
        </p>
        {error !== null && <p className={styles.error}>{error}</p>}
      </div>
      {state === 'failed' && (
        <Button size="small" disabled={isBusy} aria-label={`Retry ${language}`} onClick={() => onRetry(job)}>
          Retry
        </Button>
      )}
      {projectId !== null && (
        <Button size="small" variant="ghost" disabled={isBusy} aria-label={`Open ${language}`} onClick={() => onOpen(projectId)}>
          Open
        </Button>
      )}
    </li>
  )
}
