import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { briefOf, type ContentPlan, type PlanBrief } from '@ninesixteen/shared/api/content-plan'
import { PLAN_TEXT_MAX } from '@ninesixteen/shared/api/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { AccountFields, type PostingTimesForm } from './account-fields.tsx'
import styles from './content-plan.module.css'
import { forgetBrief, keptBrief } from './kept-brief.ts'

interface BriefDialogProps {
  companyId: string
  plan: ContentPlan | null
  accounts: readonly ConnectedAccount[]
  PostingTimes: PostingTimesForm
  onSaved(): void
  onClose(): void
}

const TYPES = ['numbered-list', 'directly-personal', 'question-users'] as const
const TYPE_LABELS = {
  'numbered-list': 'Numbered list',
  'directly-personal': 'Directly personal',
  'question-users': 'Question to users',
} as const
const WEEKS = ['2', '3', '4'] as const
const DEFAULT_TOKENS = 50_000

function startOf(companyId: string, plan: ContentPlan | null): PlanBrief {
  if (plan) return briefOf(plan)
  const texts = { goals: '', topics: '', feedUrl: '', languages: [] }
  return {
    companyId,
    ...texts,
    usesIdeas: true,
    accounts: [],
    contentTypes: ['numbered-list'],
    templateIds: [],
    usesBlogPhotos: false,
    weeks: 2,
    weeklyTokens: DEFAULT_TOKENS,
  }
}

/** The brief of a company, with its estimated output and cost. Only edits are state: other fields follow a plan that changes meanwhile. */
export function BriefDialog({ companyId, plan, accounts, PostingTimes, onSaved, onClose }: BriefDialogProps) {
  const [edits, setEdits] = useState<Partial<PlanBrief>>(() => keptBrief(companyId) ?? {})
  const saved = startOf(companyId, plan)
  const brief = { ...saved, ...edits }
  useEffect(forgetBrief, [])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const times = useQuery(orpc.postingTimes.list.queryOptions({ staleTime: 0 }))
  const set = (patch: Partial<PlanBrief>) => setEdits((previous) => ({ ...previous, ...patch }))
  const save = async (startsPlan: boolean): Promise<void> => {
    setBusy(true)
    try {
      const { plan: newest } = await api.contentPlan.get({ companyId })
      await api.contentPlan.save({ ...startOf(companyId, newest), ...edits })
      if (startsPlan) await api.contentPlan.start({ companyId })
      onSaved()
      onClose()
    } catch (cause) {
      setFailure(errorText(cause))
      onSaved()
      setBusy(false)
    }
  }
  const isRunning = plan?.state === 'running'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Brief"
      description="Topics, sources and accounts of the plan."
      size="large"
      closeOnOutsideClick={false}
      initialFocus="field"
      footer={
        <>
          <DialogCancel />
          <Button variant={isRunning ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void save(false)}>
            Save
          </Button>
          {!isRunning && (
            <Button variant="primary" busy={isBusy} onClick={() => void save(true)}>
              Save and start
            </Button>
          )}
        </>
      }
    >
      <div className={styles.fields}>
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
        <SourceFields brief={brief} onChange={set} />
        <AccountFields brief={brief} accounts={accounts} times={times.data ?? []} PostingTimes={PostingTimes} onChange={set} />
        <CheckboxGroup
          label="Content types"
          options={TYPES}
          labels={TYPE_LABELS}
          value={TYPES.filter((type) => brief.contentTypes.includes(type))}
          error={isWithoutForm(brief) ? 'Choose at least one, or a template' : null}
          onChange={(contentTypes) => set({ contentTypes: [...contentTypes] })}
        />
        <TemplateField brief={brief} onChange={set} />
        <TextField
          key={saved.languages.join()}
          label="Languages"
          hint="Separate them with commas; we use them in turn. Empty for the language of the topics."
          defaultValue={brief.languages.join(', ')}
          onChange={({ target }) => set({ languages: target.value.split(',').flatMap((name) => name.trim() || []) })}
        />
        <SwitchField
          label="Photos of followed blogs as backgrounds"
          checked={brief.usesBlogPhotos}
          onChange={(usesBlogPhotos) => set({ usesBlogPhotos })}
        />
        <ChoiceRow
          label="Weeks ahead"
          value={WEEKS.find((weeks) => Number(weeks) === brief.weeks) ?? '2'}
          options={WEEKS.map((value) => ({ value, label: value }))}
          onChange={(weeks) => set({ weeks: Number(weeks) })}
        />
        <TextField
          label="Tokens per week, at most"
          type="number"
          min={1000}
          value={String(brief.weeklyTokens)}
          onChange={({ target }) => set({ weeklyTokens: Math.round(target.valueAsNumber) || 0 })}
        />
        <Estimate brief={brief} />
      </div>
    </Dialog>
  )
}

const isWithoutForm = ({ contentTypes, templateIds }: PlanBrief): boolean => contentTypes.length + templateIds.length === 0

/** The templates that suit the company; nothing without any. */
function TemplateField({ brief, onChange }: { brief: PlanBrief; onChange(patch: Partial<PlanBrief>): void }) {
  const { data: all = [] } = useQuery(orpc.slideshowTemplates.list.queryOptions({ input: { companyId: brief.companyId } }))
  const templates = all.filter(({ contentType }) => contentType !== 'multi-photo-video')
  if (templates.length === 0) return null
  return (
    <CheckboxGroup
      label="Templates"
      options={templates.map(({ id }) => id)}
      labels={Object.fromEntries(templates.map(({ id, name }) => [id, name]))}
      value={brief.templateIds}
      error={null}
      onChange={(templateIds) => onChange({ templateIds: [...templateIds] })}
    />
  )
}

function SourceFields({ brief, onChange }: { brief: PlanBrief; onChange(patch: Partial<PlanBrief>): void }) {
  return (
    <>
      <TextArea
        label="Topics"
        hint="One a line."
        rows={4}
        maxLength={PLAN_TEXT_MAX}
        value={brief.topics}
        onChange={({ target }) => onChange({ topics: target.value })}
      />
      <TextArea
        label="Goals"
        rows={2}
        maxLength={PLAN_TEXT_MAX}
        value={brief.goals}
        onChange={({ target }) => onChange({ goals: target.value })}
      />
      <SwitchField
        label="Use unused ideas of this company first"
        checked={brief.usesIdeas}
        onChange={(usesIdeas) => onChange({ usesIdeas })}
      />
      <TextField
        label="Feed"
        hint="The address of an RSS or Atom feed, such as your blog's."
        type="url"
        value={brief.feedUrl}
        onChange={({ target }) => onChange({ feedUrl: target.value })}
      />
    </>
  )
}

/** The estimated output and cost of the current brief. */
function Estimate({ brief }: { brief: PlanBrief }) {
  const estimate = useQuery(
    orpc.contentPlan.estimate.queryOptions({
      input: brief,
      enabled: !isWithoutForm(brief) && brief.weeklyTokens >= 1000,
      placeholderData: (previous) => previous,
      retry: false,
    }),
  )
  if (!estimate.data) return null
  const { slideshowsPerWeek, postsPerWeek, tokensPerWeek } = estimate.data
  return (
    <Notice kind="info">
      {slideshowsPerWeek} slideshows and {postsPerWeek} posts a week, for at most {tokensPerWeek.toLocaleString('en-US')} tokens.
    </Notice>
  )
}
