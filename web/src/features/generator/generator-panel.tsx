import { EXTRA_CONTEXT_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { autoSlideCount, SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '@ninesixteen/shared/text/slide-count'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { paths } from '../../app/paths.ts'
import { SandboxLabel } from '../../app/sandbox-label.tsx'
import { useSignedIn } from '../../app/session.ts'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { TextArea } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { ContentTypeCards } from './content-type-cards.tsx'
import { GenerateButton } from './generate-button.tsx'
import { generateLabel, requestOf, slideLock, topicError, type GeneratorDraft } from './generator-draft.ts'
import styles from './generator-panel.module.css'
import { useGeneratorDraft } from './use-generator-draft.ts'

/** Reading the stream needs the schemas; they are on their way as soon as someone begins to type. */
const loadRun = () => import('./run-generation.ts')

interface Part {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
}

function SlideCount({ draft, change }: Part) {
  const lock = slideLock(draft.contentType)
  if (lock !== null) {
    return (
      <Select
        label="Number of slides"
        value="locked"
        options={[{ value: 'locked', label: lock === 1 ? '1 slide' : `${lock} slides` }]}
        onChange={() => undefined}
        disabled
        hint={`${CONTENT_TYPES[draft.contentType].label} always has ${lock === 1 ? 'one slide' : `${lock} slides`}.`}
      />
    )
  }
  const counts = Array.from({ length: SLIDE_COUNT_MAX - SLIDE_COUNT_MIN + 1 }, (_, index) => SLIDE_COUNT_MIN + index)
  return (
    <Select
      label="Number of slides"
      value={String(draft.slideCount)}
      options={[
        { value: 'auto', label: `Auto (${autoSlideCount(draft.topic)})`, detail: 'From the number in your topic' },
        ...counts.map((count) => ({ value: String(count), label: `${count} slides` })),
      ]}
      onChange={(value) => change({ slideCount: value === 'auto' ? 'auto' : Number(value) })}
    />
  )
}

function Toggles({ draft, change, companyName }: Part & { companyName: string | null }) {
  const { softSell, label } = CONTENT_TYPES[draft.contentType]
  const softSellHint = softSell
    ? `Works ${companyName ?? 'your company'} into one slide and ends with “like & follow”.`
    : `${label} goes without one.`
  return (
    <div className={styles.toggles}>
      <SwitchField
        label="Call to action / soft sell"
        hint={softSellHint}
        checked={softSell && draft.softSell}
        disabled={!softSell}
        onChange={(next) => change({ softSell: next })}
      />
      <SwitchField
        label="Tumblr photos as backgrounds"
        hint={
          <>
            Takes photos from the blogs you follow. Needs a Tumblr account, <Link to={paths.settingsAccounts}>connected in Settings</Link>;
            until then your own photos are used.
          </>
        }
        checked={draft.useTumblrPhotos}
        onChange={(next) => change({ useTumblrPhotos: next })}
      />
    </div>
  )
}

function Outcome({ problem }: { problem: string | null }) {
  const generation = useStudioStore((state) => state.generation)
  if (problem) return <Notice kind="bad">{problem}</Notice>
  if (generation?.status === 'failed')
    return <Notice kind="bad">Failed to generate slideshow: {generation.error ?? 'Unknown error'}</Notice>
  if (generation?.status === 'done' && generation.notice) return <Notice kind="warn">{generation.notice}</Notice>
  return null
}

export interface GeneratorPanelProps {
  /** The draft is saved: the page opens it. */
  onProject(projectId: string): void
  onAddCompany(): void
}

/** Left column: from a topic to a slideshow. */
export function GeneratorPanel({ onProject, onAddCompany }: GeneratorPanelProps) {
  const { draft, change } = useGeneratorDraft(useSignedIn().id)
  const company = useCurrentCompany()
  const generation = useStudioStore((state) => state.generation)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const running = generation?.status === 'running'

  function submit() {
    const wrong = topicError(draft)
    setProblem(wrong)
    if (wrong) return form.current?.querySelector('textarea')?.focus()
    if (running) return
    const request = requestOf(draft, company.current?.id ?? null)
    studioStore.begin({ projectId: null, title: request.topic, wanted: 0, request })
    loadRun().then(
      ({ startGeneration }) => startGeneration(request, { onProject }),
      (cause: unknown) => studioStore.change({ status: 'failed', error: errorText(cause) }),
    )
  }

  return (
    <Panel title="Slides" id="generator-heading" className={styles.panel}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      >
        <TextArea
          label="Topic"
          className={styles.topic}
          value={draft.topic}
          placeholder="7 habits that make mornings easier"
          aria-required={CONTENT_TYPES[draft.contentType].needsTopic}
          error={draft.topic.length > TOPIC_MAX ? `The topic is too long: ${draft.topic.length} of at most ${TOPIC_MAX} characters.` : null}
          onFocus={() => void loadRun()}
          onChange={(event) => {
            change({ topic: event.target.value })
            if (problem) setProblem(null)
            if (generation && !running) studioStore.clear()
          }}
        />
        <CompanyChoice company={company} onAddCompany={onAddCompany} />
        <ContentTypeCards value={draft.contentType} onChange={(contentType) => change({ contentType })} />
        <SlideCount draft={draft} change={change} />
        <Toggles draft={draft} change={change} companyName={company.current?.name ?? null} />
        <TextArea
          label="Extra context"
          value={draft.extraContext}
          maxLength={EXTRA_CONTEXT_MAX}
          placeholder="Facts, words or examples that should be in it"
          onChange={(event) => change({ extraContext: event.target.value })}
        />
        <AdvancedSettings draft={draft} change={change} />
        <div className={styles.action}>
          <Outcome problem={problem} />
          <GenerateButton label={generateLabel(draft.contentType)} generation={generation} />
          <SandboxLabel className={styles.sandbox} />
        </div>
      </form>
    </Panel>
  )
}
