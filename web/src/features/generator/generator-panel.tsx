import { EXTRA_CONTEXT_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { CLASSIC } from '@ninesixteen/shared/looks/look-ids'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { useCurrentCompany } from '../../app/current-company.ts'
import { ANY_TOPIC_TEXT } from '../../app/any-topic.ts'
import { DemoLabel } from '../../app/demo-label.tsx'
import { WriterLabel } from '../../app/writer-label.tsx'
import { paths } from '../../app/paths.ts'
import { useSignedIn } from '../../app/session.ts'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { ButtonLink } from '../../components/button.tsx'
import { TextArea } from '../../components/field.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SuggestedTopics } from '../../components/suggested-topics.tsx'
import { notify } from '../../components/toast.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { ContentTypeCards } from './content-type-cards.tsx'
import type { ProjectNavigation } from './custom-projects.ts'
import { GenerateButton } from './generate-button.tsx'
import { EMPTY_DRAFT, followSlideshow, generateLabel, ownWords, topicError, type GeneratorDraft } from './generator-draft.ts'
import { useCovers } from '../../components/use-covers.ts'
import styles from './generator-panel.module.css'
import { OtherStarts } from './other-starts.tsx'
import { SlideCount } from './slide-count.tsx'
import { loadRun, submitGeneration } from './submit-generation.ts'
import { FormatChoice } from './format-choice.tsx'
import { TemplateChoice, type TemplateChoiceProps } from './template-choice.tsx'
import { TextSizeChoice } from './text-size-choice.tsx'
import { Toggles } from './toggles.tsx'
import { useCustomMode } from './use-custom-mode.ts'
import { useGeneratorDraft } from './use-generator-draft.ts'
import { useOpenedRecent, type OpenedRecent } from './use-opened-recent.ts'

const LookChoice = lazyPart(async () => (await import('./look-choice.tsx')).LookChoice, <Skeleton height={208} />)
const CustomPanel = lazyPart(async () => (await import('./custom-panel.tsx')).CustomPanel, <Skeleton height={160} />)

function Outcome({ problem }: { problem: string | null }) {
  const generation = useStudioStore((state) => state.generation)
  if (problem) return <Notice kind="bad">{problem}</Notice>
  if (generation?.status === 'failed')
    return <Notice kind="bad">Failed to generate slideshow: {generation.error ?? 'Unknown error'}</Notice>
  if (generation?.status === 'stopped') return <Notice kind="info">{generation.notice}</Notice>
  if (generation?.status !== 'done') return null
  const { notice, words, fitsAnyTopic } = generation
  return (
    <>
      {notice && <Notice kind="warn">{notice}</Notice>}
      {fitsAnyTopic && (
        <Notice
          kind="info"
          action={
            <ButtonLink to={paths.settingsAccounts} size="small">
              Add a model
            </ButtonLink>
          }
        >
          {ANY_TOPIC_TEXT}
        </Notice>
      )}
      {words && <Notice kind={words.remain ? 'warn' : 'info'}>{words.text}</Notice>}
    </>
  )
}

interface TopicProps {
  draft: GeneratorDraft
  onChange(topic: string): void
}

function Topic({ draft, onChange }: TopicProps) {
  const needsTopic = draft.usesTemplate || CONTENT_TYPES[draft.contentType].needsTopic
  const { length } = draft.topic
  return (
    <>
      <TextArea
        label="Topic"
        className={styles.topic}
        value={draft.topic}
        placeholder="7 habits that make mornings easier"
        aria-required={needsTopic}
        hint={needsTopic ? undefined : 'Optional for custom slides.'}
        error={length > TOPIC_MAX ? `The topic is too long: ${length} of at most ${TOPIC_MAX} characters.` : null}
        onFocus={() => void loadRun()}
        onChange={(event) => onChange(event.target.value)}
      />
      {needsTopic && <SuggestedTopics onChoose={onChange} />}
    </>
  )
}

export interface GeneratorPanelProps {
  /** A generation has created its slideshow, which the page opens. */
  onProject(projectId: string): void
  /** Opens or closes a slideshow without leaving the generator. */
  opening: ProjectNavigation
  onAddCompany(): void
  /** The list of slideshow templates, of another feature. */
  ManageTemplates: TemplateChoiceProps['Manage']
  /** Opens the tables of slideshows. */
  onFromTable(): void
}

/** The left column: generates a slideshow for a topic. */
export function GeneratorPanel({ onProject, opening, onAddCompany, ManageTemplates, onFromTable }: GeneratorPanelProps) {
  const company = useCurrentCompany()
  const companyId = company.current?.id ?? null
  const { draft, isUntouched, isChanged, closingText, change } = useGeneratorDraft(useSignedIn(), companyId)
  const generation = useStudioStore((state) => state.generation)
  const { settings } = useSignedIn()
  const look = company.current?.look ?? settings.look
  const hasLook = !draft.usesTemplate && draft.contentType !== 'custom'
  const custom = useCustomMode(draft, { ...opening, companyId })
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  function submit(wanted: GeneratorDraft) {
    const wrong = topicError(wanted)
    setProblem(wrong)
    if (wrong) return form.current?.querySelector('textarea')?.focus()
    if (useStudioStore.getState().generation?.status === 'running') {
      return notify.info('A slideshow is being generated. Your topic is saved.')
    }
    submitGeneration({ draft: wanted, companyId, onProject })
  }
  function changeTopic(topic: string) {
    change({ topic })
    setProblem(null)
    if (generation && generation.status !== 'running') studioStore.clear()
  }
  function chooseType(chosen: ContentTypeId | 'template') {
    const usesTemplate = chosen === 'template'
    const contentType = usesTemplate ? EMPTY_DRAFT.contentType : chosen
    // The closing slide was chosen for the previous type.
    change({ contentType, usesTemplate, likeAndFollow: null })
    setProblem(null)
    if (contentType === 'custom') custom.enter()
    else if (draft.contentType === 'custom') custom.leave()
  }
  useEffect(() => studioStore.chooseWriting({ tone: draft.tone, model: draft.model }), [draft.tone, draft.model])
  function follow(opened: OpenedRecent) {
    // The user may have changed the form while the slideshow was loading.
    if (opened.isReturn && (isChanged || draft.followed?.projectId === opened.projectId)) return
    change(followSlideshow(draft, opened))
    setProblem(null)
    // A slideshow without a company says nothing about who the next one is for.
    if (opened.companyId !== null) company.choose(opened.companyId)
    custom.replaced(opened.left, opened.projectId)
    if (ownWords(draft) === null) return
    notify.action('The form now follows the opened slideshow.', {
      label: 'Bring back my topic',
      onClick: () => {
        change({ ...draft, followed: { projectId: opened.projectId, topic: opened.topic } })
        company.choose(companyId)
      },
    })
  }
  useOpenedRecent({
    onOpened: follow,
    onMade: ({ projectId, topic }) => {
      if (!isUntouched) change({ followed: { projectId, topic } })
    },
  })
  useOfferedTopic((topic) => {
    changeTopic(topic)
    submit({ ...draft, topic })
  })

  return (
    <Panel title="Slides" id="generator-heading" className={styles.panel}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          // Events of nested dialogs bubble through React.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          submit(draft)
        }}
        onKeyDown={(event) => {
          const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
          if (inside && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(draft)
        }}
      >
        <OtherStarts onTemplate={() => chooseType('template')} onTable={onFromTable} />
        <Topic draft={draft} onChange={changeTopic} />
        <CompanyChoice company={company} onAddCompany={onAddCompany} />
        {hasLook && <LookChoice topic={draft.topic} company={company.current} />}
        <ContentTypeCards value={draft.usesTemplate ? 'template' : draft.contentType} onChange={chooseType} />
        {draft.usesTemplate ? (
          <TemplateChoice
            value={draft.templateId}
            companyId={companyId}
            Manage={ManageTemplates}
            look={draft.templateLook}
            onChange={(templateId) => change({ templateId })}
            onLook={(templateLook) => change({ templateLook })}
          />
        ) : (
          <SlideCount
            draft={draft}
            change={change}
            closingText={closingText}
            customSlides={custom.document?.slides.length ?? null}
            onResizeCustom={custom.resize}
          />
        )}
        {draft.contentType === 'custom' && (
          <CustomPanel {...opening} document={custom.document} busy={custom.busy} companyId={companyId} onAddSlides={custom.enter} />
        )}
        {!draft.usesTemplate && (!hasLook || look === CLASSIC) && <TextSizeChoice />}
        <FormatChoice />
        <Toggles draft={draft} change={change} closingText={closingText} companyName={company.current?.name ?? null} />
        <TextArea
          label="Extra context"
          value={draft.extraContext}
          maxLength={EXTRA_CONTEXT_MAX}
          placeholder="Facts, words or examples to include"
          // Browsers scroll to the caret of a focused text area, which leaves its lower lines under the bar.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          onChange={(event) => change({ extraContext: event.target.value })}
        />
        <AdvancedSettings draft={draft} change={change} />
        <div ref={useCovers('bottom')} className={styles.action}>
          <Outcome problem={problem} />
          <GenerateButton label={generateLabel(draft)} generation={generation} />
          <WriterLabel className={styles.sandbox} />
          <DemoLabel />
        </div>
      </form>
    </Panel>
  )
}

/** Consumes each topic that the ideas panel passes on. */
function useOfferedTopic(onOffered: (topic: string) => void): void {
  const take = useEffectEvent((topic: string) => {
    studioStore.offerTopic(null)
    onOffered(topic)
  })
  useEffect(
    () =>
      useStudioStore.subscribe(({ offeredTopic }) => {
        if (offeredTopic !== null) take(offeredTopic)
      }),
    [],
  )
}
