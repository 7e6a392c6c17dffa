import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useEffect, useRef, useState } from 'react'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { DiscardGuard } from '../../components/discard-guard.tsx'
import { AccountChoice } from './accounts/account-choice.tsx'
import { useCaptions } from './captions/use-captions.ts'
import { KindChoice } from './content/kind-choice.tsx'
import { ProjectChoice } from './content/project-choice.tsx'
import { Credits } from './content/credits.tsx'
import type { PostContent } from './content/post-content.ts'
import { AccountSections } from './form/account-sections.tsx'
import { FormFooter } from './form/form-footer.tsx'
import { type FormInput, postRequestOf } from './form/post-request.ts'
import { type FormProblem, messageOf, timeProblemOf } from './form/problems.ts'
import type { FailureTexts } from './form/rejection.ts'
import type { ScheduleValues } from './form/schedule-values.ts'
import { type ScheduleSlots, TextFields } from './form/text-fields.tsx'
import { type SavedChoices, type ScheduleForm as Form, useScheduleForm } from './form/use-schedule-form.ts'
import { EmptyPreview, PostPreview } from './preview/post-preview.tsx'
import { useCheck } from './problems/use-check.ts'
import { PLATFORM_FORMS } from './platforms/registry.ts'
import styles from './schedule-form.module.css'
import { TimeFields } from './time/time-fields.tsx'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { createSubmission } from './form/submission.ts'

/** The purpose of the form, which decides its fields, texts and request. */
export interface ScheduleKind {
  /** The account of an existing post can't change. */
  isFixed: boolean
  /** New posts can recur. */
  canRepeat?: boolean
  failure: FailureTexts
  send(input: FormInput, content: PostContent | null): Promise<readonly ScheduledPost[]>
}

export interface ScheduleFormProps {
  kind: ScheduleKind
  connected: readonly ConnectedAccount[]
  start: ScheduleValues
  content: PostContent | null
  saved: SavedChoices | null
  /** Null if the slideshow is fixed. */
  project: { selectedId: string | null; choose(projectId: string): void } | null
  slots: ScheduleSlots
  /** A chosen time zone applies to other screens as well. */
  onZone(zone: string): void
  onDone(created: readonly ScheduledPost[], values: ScheduleValues): void
  onLeave(): void
}

/** Focuses the first invalid field. */
function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-problem] :is(input, button, a), [role="alert"] :is(button, a)',
    )
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}

function useProblems(form: Form): { problems: FormProblem[]; validate(): FormProblem[] } {
  const [isSubmitted, setSubmitted] = useState(false)
  return {
    // After the first submit, errors are shown until they are fixed.
    problems: isSubmitted ? form.check(form.now) : [],
    validate() {
      setSubmitted(true)
      return form.check(new Date())
    },
  }
}

/** How platforms change the shared texts. */
function notesOf({ accounts, post }: Form): string[] {
  const platforms = [...new Set(accounts.filter(({ own }) => !own.texts).map(({ account }) => account.platform))]
  return platforms.flatMap((platform) => PLATFORM_FORMS[platform].textNote(post) ?? [])
}

/** The form of the Schedule Post dialog, next to a preview. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { kind, connected, start, content, saved, project, slots, onDone, onLeave } = props
  const root = useRef<HTMLFormElement>(null)
  const form = useScheduleForm({ start, content, connected, saved })
  const { values, set } = form
  const captions = useCaptions(form, content)
  const { problems, validate } = useProblems(form)
  const submission = useSubmit(kind.failure)
  const checked = useCheck(kind.isFixed || !content || content.files ? null : checkable(form, content))
  const serverProblems: readonly PostProblem[] = submission.rejection?.problems.length ? submission.rejection.problems : checked
  const messageAt = (field: FormProblem['field']) =>
    messageOf(problems, field) ?? (submission.rejection?.field === field ? submission.rejection.message : null)
  const { created, rejection } = submission
  useEffect(() => {
    if (created) onDone(created, values)
  }, [created, onDone, values])
  useEffect(() => {
    if (rejection) focusProblem(root.current)
  }, [rejection])
  const submit = (): void => {
    if (validate().length > 0) return focusProblem(root.current)
    void submission.submit(() => kind.send(form.input, content))
  }
  const saveDraft = (): void => {
    set({ when: 'draft' })
    const draft = { ...form.input, values: { ...values, when: 'draft' as const } }
    void submission.submit(() => kind.send(draft, content))
  }
  return (
    <form
      ref={root}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Submit events of nested dialogs bubble through React.
        if (event.target === event.currentTarget) submit()
      }}
      onChange={submission.clearRejection}
    >
      <DiscardGuard
        isDirty={form.isDirty && !submission.busy}
        title={kind.isFixed ? 'Discard your changes?' : 'Discard this post?'}
        onSaveDraft={kind.isFixed || !content || form.checkDraft().length > 0 ? undefined : saveDraft}
      />
      <div className={styles.fields}>
        {project && (
          <ProjectChoice projectId={project.selectedId} error={messageAt('project')} onChange={project.choose} onLeave={onLeave} />
        )}
        <AccountChoice
          accounts={connected}
          selectedIds={values.accounts}
          error={messageAt('accounts')}
          isFixed={kind.isFixed}
          onChange={(accounts) => set({ accounts })}
          onLeave={onLeave}
        />
        {content && !content.files && content.slides.length > 0 && (
          <KindChoice content={content} kind={values.kind} video={form.video} onKind={(next) => set({ kind: next })} onVideo={set} />
        )}
        <TextFields
          caption={values.caption}
          description={values.description}
          errors={{ caption: messageAt('caption'), description: messageAt('description') }}
          notes={notesOf(form)}
          register={form.form.register}
          captions={captions}
          Templates={slots.Templates}
          credits={
            content &&
            !content.files && (
              <Credits content={content} music={form.sound?.track.credit ?? null} form={form.form} description={values.description} />
            )
          }
          onUse={set}
        />
        <TimeFields
          values={values}
          problem={timeProblemOf(messageAt)}
          repeatError={kind.canRepeat ? messageAt('repeat') : undefined}
          now={form.now}
          onChange={(patch) => {
            set(patch)
            if (patch.zone !== undefined) props.onZone(patch.zone)
          }}
          onSlot={(at) => {
            const [date = '', time = ''] = wallOf(at, values.zone).split('T')
            set({ date, time })
          }}
        />
        <AccountSections
          form={form}
          problems={problems}
          serverProblems={serverProblems}
          hasOwnTexts={!kind.isFixed && form.accounts.length > 1}
          onLeave={onLeave}
        />
      </div>
      {content ? (
        <PostPreview
          content={content}
          video={form.video}
          sound={form.sound?.sound ?? null}
          post={form.post}
          accounts={form.accounts.map(({ account, choices, facts, post, format }) => ({
            account,
            choices,
            facts: facts.data,
            post,
            format,
          }))}
        />
      ) : (
        <EmptyPreview />
      )}
      <FormFooter
        form={form}
        busy={submission.busy}
        isFixed={kind.isFixed}
        notAgreed={messageAt('agreed')}
        rejection={rejection?.field === null ? rejection : null}
        missingProject={project ? null : messageAt('project')}
      />
    </form>
  )
}

/** The request to check, once the form is valid apart from platform options and consents. */
function checkable(form: Form, content: PostContent) {
  const isInvalid = form.check(form.now).some(({ field }) => field !== 'agreed' && !field.startsWith('account:'))
  return isInvalid ? null : { ...postRequestOf(form.input, content), projectVersion: null }
}

/** A submission that reloads the affected queries. */
function useSubmit(texts: FailureTexts) {
  const client = useQueryClient()
  const [submission] = useState(() =>
    createSubmission(texts, {
      created: () => void client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() }),
      // The slideshow may have changed on the server.
      failed: (cause) => {
        void client.invalidateQueries({ queryKey: orpc.projects.get.key() })
        if (toApiError(cause).code === 'PROJECT_CHANGED') void useStudioStore.getState().openDocument?.catchUp()
      },
    }),
  )
  return { ...useStore(submission.state), submit: submission.submit, clearRejection: submission.clearRejection }
}
