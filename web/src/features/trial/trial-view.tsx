import type { ReactNode } from 'react'
import { ANY_TOPIC_TEXT } from '../../app/any-topic.ts'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { SuggestedTopics } from '../../components/suggested-topics.tsx'
import { SignUpForm, type SignUpFormProps } from './sign-up-form.tsx'
import { Slides } from './slides.tsx'
import { TopicField } from './topic-field.tsx'
import styles from './trial.module.css'
import { type TrialState, useTrial } from './use-trial.ts'
import type { TrialVisitor } from './write-slides.ts'

/** Errors after which the visitor needs an account. */
const NEEDS_ACCOUNT_CODES = ['TRY_LIMIT', 'TRY_FULL', 'TRY_BUDGET', 'TRY_UNAVAILABLE', 'AI_BUDGET']

function Problem({ problem }: { problem: TrialState['problem'] }) {
  if (!problem) return null
  const action = NEEDS_ACCOUNT_CODES.includes(problem.code) ? (
    <ButtonLink to={paths.auth} size="small">
      Create an account
    </ButtonLink>
  ) : problem.code === 'PRO_REQUIRED' ? (
    <ButtonLink to={paths.pricing} size="small">
      See the plan
    </ButtonLink>
  ) : undefined
  return (
    <Notice kind={problem.code === '' ? 'warn' : 'bad'} action={action}>
      {problem.text}
    </Notice>
  )
}

interface NextStepsProps extends Pick<SignUpFormProps, 'projectId' | 'requestMe' | 'AwaitedMail'> {
  me: TrialVisitor['me']
}

function NextSteps({ me, ...signUpProps }: NextStepsProps) {
  const demo = me?.demo
  if (me && !demo && !me.proPlan) return <SavedWithoutPlan />
  return (
    <div className={styles.next}>
      <section className={styles.open} aria-labelledby="try-open">
        <h2 id="try-open" className={styles.keepTitle}>
          Make it yours
        </h2>
        <p className={styles.lead}>Change every word, put your own photos behind it, and export each slide at 1080 × 1920.</p>
        <ButtonLink to={`${paths.studio}?project=${signUpProps.projectId}&pane=edit`} variant={demo ? 'secondary' : 'primary'} size="large">
          Open in the editor
        </ButtonLink>
      </section>
      {demo && <SignUpForm endsAt={demo.endsAt} {...signUpProps} />}
    </div>
  )
}

/** For users without a plan, who can view the slideshow here and not open it in the editor. */
function SavedWithoutPlan() {
  return (
    <section className={styles.open} aria-labelledby="try-kept" role="status">
      <h2 id="try-kept" className={styles.keepTitle}>
        Your slideshow is saved in your account
      </h2>
      <p className={styles.lead}>With Pro you can edit, export and schedule it.</p>
      <ButtonLink to={paths.pricing} variant="primary" size="large">
        See the plan
      </ButtonLink>
    </section>
  )
}

export interface TrialViewProps {
  visitor: TrialVisitor
  AwaitedMail: SignUpFormProps['AwaitedMail']
  /** Shown until the visitor has slides. */
  example: ReactNode
}

/** Generates slides from a topic, without an account. */
export function TrialView({ visitor: { me, requestMe }, AwaitedMail, example }: TrialViewProps) {
  const { state, topic, write } = useTrial(requestMe)
  const isOff = !usePublicConfig().tryIt && !me
  const { status, projectId, slides } = state
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.title}>Type a topic, see the slides</h1>
        <noscript className={styles.lead}>Turn on JavaScript to watch your slides being written.</noscript>
        {isOff ? (
          <Notice
            kind="info"
            action={
              <ButtonLink to={paths.auth} size="small">
                Sign up or sign in
              </ButtonLink>
            }
          >
            You need an account to make slideshows here.
          </Notice>
        ) : (
          <>
            <TopicField key={topic} start={topic ?? ''} busy={status === 'writing'} onTopic={write} />
            {/* The server renders no topics, because they change each day. */}
            {topic !== null && status === 'idle' && (
              <div className={styles.suggestions}>
                <SuggestedTopics onChoose={write} />
              </div>
            )}
          </>
        )}
      </header>
      <Problem problem={state.problem} />
      {state.fitsAnyTopic && <Notice kind="info">{ANY_TOPIC_TEXT}</Notice>}
      {status === 'writing' || slides.length > 0 ? <Slides state={state} /> : example}
      {status !== 'writing' && projectId && slides.length > 0 && (
        <NextSteps projectId={projectId} me={me} requestMe={requestMe} AwaitedMail={AwaitedMail} />
      )}
    </div>
  )
}
