import { LANGUAGE_MAX, OFFERED_LANGUAGES } from '@ninesixteen/shared/api/limits'
import type { ProjectVariant } from '@ninesixteen/shared/api/projects'
import type { BatchRow, WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { newUuid } from '../../api/new-id.ts'
import { useLoadOnChange } from '../../app/live-changes.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { useTimesLeft } from '../../app/time-left.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { RunProgress } from '../../components/run-progress.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './translations.module.css'

export interface TranslateDialogProps {
  projectId: string
  onOpen(projectId: string): void
  onClose(): void
}

/** Translates a slideshow into several languages, each as a linked slideshow. The server writes them, also while the page is closed. */
export function TranslateDialog({ projectId, onOpen, onClose }: TranslateDialogProps) {
  const client = useQueryClient()
  const variants = useQuery({ ...orpc.projects.variants.queryOptions({ input: { id: projectId } }), staleTime: 0 })
  const latest = orpc.translations.latest.queryOptions({ input: { id: projectId }, staleTime: 0 })
  const translations = useQuery(latest)
  useLoadOnChange('runs', translations.refetch)
  const [view, setView] = useState<'newest' | 'choice' | 'progress'>('newest')
  const batch = translations.data ?? null
  const isRunning = batch?.state === 'running'
  // Failures of the last time come first: a notification leads here.
  const isShown = batch !== null && (isRunning || view === 'progress' || (view === 'newest' && batch.counts.failed > 0))
  // Translations that run when the dialog opens stay visible when they end.
  if (isRunning && view !== 'progress') setView('progress')
  const written = batch?.counts.done ?? 0
  useEffect(() => {
    if (isShown) void client.invalidateQueries({ queryKey: orpc.projects.key() })
  }, [client, isShown, written])
  const start = useMutation({
    mutationFn: async (languages: readonly string[]) => {
      const { openDocument } = useStudioStore.getState()
      if (openDocument?.projectId === projectId) await openDocument.settled()
      const chosen = languages.map((language) => ({ language, replaces: replacedBy(language, variants.data ?? []) }))
      return api.translations.start({ id: projectId, requestId: newUuid(), translations: chosen })
    },
    onSuccess: (started) => {
      setView('progress')
      client.setQueryData(latest.queryKey, started)
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const act = useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'cancel' | 'retry' }) => api.slideshowBatches[action]({ id }),
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.translations.key() }),
    onError: (error) => notify.error(errorText(error)),
  })
  const failure = variants.error ?? translations.error
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Translate"
      description="Each language becomes a slideshow of its own, linked to this one."
    >
      {failure && <Notice kind="bad">{errorText(failure)}</Notice>}
      {!failure && (variants.isPending || translations.isPending) && <Skeleton height={160} />}
      {variants.data && translations.isSuccess && !isShown && (
        <Choice variants={variants.data} isBusy={start.isPending} onStart={(languages) => start.mutate(languages)} />
      )}
      {isShown && (
        <Progress
          batch={batch}
          at={translations.dataUpdatedAt}
          isBusy={act.isPending}
          onAct={(action) => act.mutate({ id: batch.id, action })}
          onOpen={(id) => {
            onClose()
            onOpen(id)
          }}
          onMore={() => setView('choice')}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

const isIn =
  (name: string) =>
  ({ language }: ProjectVariant): boolean =>
    language?.toLowerCase() === name.toLowerCase()

function replacedBy(language: string, variants: readonly ProjectVariant[]): { id: string; version: number } | null {
  const old = variants.find(isIn(language))
  return old ? { id: old.id, version: old.version } : null
}

interface ProgressProps {
  batch: WholeBatch
  /** When it was read. */
  at: number
  isBusy: boolean
  onAct(action: 'cancel' | 'retry'): void
  onOpen(projectId: string): void
  onMore(): void
  onClose(): void
}

function Progress({ batch: { id, rows, state, reason, counts }, at, isBusy, onAct, onOpen, onMore, onClose }: ProgressProps) {
  const progress = { done: rows.length - counts.waiting, total: rows.length }
  const timeLeft = useTimesLeft([{ id, ...progress }], at)
  const isRunning = state === 'running'
  const current = isRunning ? rows.find((row) => row.state === 'waiting') : undefined
  return (
    <div className={styles.body}>
      {isRunning && (
        <RunProgress
          label="Progress of the translations"
          {...progress}
          timeLeft={timeLeft(id)}
          note={reason}
          isCancelling={isBusy}
          onCancel={() => onAct('cancel')}
        />
      )}
      <ul className={styles.jobs} aria-label="Translations">
        {rows.map((row) => (
          <Language key={row.line} row={row} isCurrent={row === current} onOpen={onOpen} />
        ))}
      </ul>
      <div className={styles.actions}>
        {isRunning ? (
          <p className={styles.hint}>You can close this. Translating continues.</p>
        ) : (
          <>
            {counts.failed + counts.cancelled > 0 && (
              <Button busy={isBusy} onClick={() => onAct('retry')}>
                {counts.failed > 0 ? 'Retry' : 'Continue'}
              </Button>
            )}
            <Button onClick={onMore}>Translate more</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const countOf = (count: number): string => (count === 0 ? '' : count === 1 ? '1 slideshow' : `${count} slideshows`)

interface ChoiceProps {
  variants: readonly ProjectVariant[]
  isBusy: boolean
  onStart(languages: readonly string[]): void
}

function Choice({ variants, isBusy, onStart }: ChoiceProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const variantOf = (language: string) => variants.find(isIn(language))
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
        <Button type="submit" variant="primary" busy={isBusy} disabled={languages.length === 0}>
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

const STATES: Record<BatchRow['state'], string> = {
  waiting: 'Waiting',
  done: 'Translated',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

interface LanguageProps {
  row: BatchRow
  isCurrent: boolean
  onOpen(projectId: string): void
}

function Language({ row: { title: language, state, projectId, message }, isCurrent, onOpen }: LanguageProps) {
  return (
    <li className={styles.job}>
      <div className={styles.words}>
        <p className={styles.name}>{language}</p>
        <p className={styles.hint} role="status">
          {isCurrent ? 'Translating...' : STATES[state]}
        </p>
        {message !== null && <p className={styles.error}>{message}</p>}
      </div>
      {projectId !== null && (
        <Button size="small" variant="ghost" aria-label={`Open ${language}`} onClick={() => onOpen(projectId)}>
          Open
        </Button>
      )}
    </li>
  )
}
