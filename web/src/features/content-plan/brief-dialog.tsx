import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { briefOf, type ContentPlan, type PlanBrief } from '@ninesixteen/shared/api/content-plan'
import { PLAN_TEXT_MAX } from '@ninesixteen/shared/api/limits'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { consentFor, POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './content-plan.module.css'

interface BriefDialogProps {
  companyId: string
  plan: ContentPlan | null
  accounts: readonly ConnectedAccount[]
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

const matchesAccount =
  ({ platform, accountId }: Pick<ConnectedAccount, 'platform' | 'accountId'>) =>
  (one: { platform: string; accountId: string }) =>
    one.platform === platform && one.accountId === accountId

function startOf({ companyId, plan }: BriefDialogProps): PlanBrief {
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

/** The brief of a company, with its estimated output and cost. */
export function BriefDialog(props: BriefDialogProps) {
  const { accounts, onSaved, onClose } = props
  const [brief, setBrief] = useState(() => startOf(props))
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const times = useQuery(orpc.postingTimes.list.queryOptions({ staleTime: 0 }))
  const set = (patch: Partial<PlanBrief>) => setBrief((previous) => ({ ...previous, ...patch }))
  const save = async (startsPlan: boolean): Promise<void> => {
    setBusy(true)
    try {
      await api.contentPlan.save(brief)
      if (startsPlan) await api.contentPlan.start({ companyId: brief.companyId })
      onSaved()
      onClose()
    } catch (cause) {
      setFailure(errorText(cause))
      onSaved()
      setBusy(false)
    }
  }
  const isRunning = props.plan?.state === 'running'
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
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
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
        <AccountFields brief={brief} accounts={accounts} times={times.data ?? []} onChange={set} />
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

interface AccountFieldsProps {
  brief: PlanBrief
  accounts: readonly ConnectedAccount[]
  times: readonly { platform: string; accountId: string; slots: readonly unknown[] }[]
  onChange(patch: Partial<PlanBrief>): void
}

function AccountFields({ brief, accounts, times, onChange }: AccountFieldsProps) {
  return (
    <fieldset className={styles.fields}>
      <legend>Accounts</legend>
      {accounts.length === 0 && <p>Connect an account in the settings first.</p>}
      {accounts.map((account) => {
        const { platform, accountId } = account
        const perWeek = times.find(matchesAccount(account))?.slots.length ?? 0
        const planAccount = brief.accounts.find(matchesAccount(account))
        const otherAccounts = brief.accounts.filter((one) => !matchesAccount(account)(one))
        const [format] = POST_FORMS[platform].formats
        const patch = (change: Partial<PlanBrief['accounts'][number]>) =>
          onChange({ accounts: [...otherAccounts, { platform, accountId, format, silenceHours: null, ...planAccount, ...change }] })
        return (
          <div key={account.id} className={styles.fields}>
            <CheckboxField
              label={`@${account.username} on ${PLATFORMS[platform].label}`}
              hint={
                perWeek === 0
                  ? 'No weekly posting times yet. Add some in the Post Scheduler, under More.'
                  : `${perWeek} posts a week, at its posting times`
              }
              disabled={perWeek === 0}
              checked={planAccount !== undefined}
              onChange={(isOn) => (isOn ? patch({}) : onChange({ accounts: otherAccounts }))}
            />
            {planAccount && consentFor(platform, {}) === null && (
              <TextField
                label={`Approve by silence on ${PLATFORMS[platform].label}, after hours`}
                hint="Empty to wait for you."
                type="number"
                min={1}
                value={planAccount.silenceHours === null ? '' : String(planAccount.silenceHours)}
                onChange={({ target }) =>
                  patch({ silenceHours: target.value === '' ? null : Math.max(1, Math.round(Number(target.value))) })
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
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
