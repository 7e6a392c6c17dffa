import type { Me } from '@ninesixteen/shared/api/account'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { AppPermissions, type RequestKey } from './app-permissions.tsx'
import styles from './connect-app.module.css'

/** Parameters of the page. */
export interface AppRequest {
  request: string | null
  code: string | null
  /** Why the authorization server refused the app. */
  error: string | null
}

export interface ConnectAppProps {
  me: Me | null
  request: AppRequest
}

/** The steps from an app's request to the user's answer. */
export function ConnectApp({ me, request }: ConnectAppProps) {
  const [code, setCode] = useState(request.code)
  if (request.error !== null) return <Refused error={request.error} />
  if (!me) return <Skeleton height={320} radius="12px" />
  if (me.demo) return <NeedsAccount />
  if (request.request !== null) return <Request me={me} requestKey={{ request: request.request }} />
  return code === null ? <CodeForm onSubmit={setCode} /> : <Request me={me} requestKey={{ code }} onRetype={() => setCode(null)} />
}

interface CardProps {
  title: string
  text: ReactNode
  children?: ReactNode
}

function Card({ title, text, children }: CardProps) {
  return (
    <div className={styles.card}>
      <header>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </header>
      {children}
    </div>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  invalid_client: 'The app is not known here, or its description could not be read.',
  invalid_redirect_uri: 'The app wants its answer at an address that it did not register.',
}

function Refused({ error }: { error: string }) {
  return (
    <Card title="This app can’t be connected" text={REASONS[error] ?? 'Its request has expired, or was opened in another browser.'}>
      <Notice kind="info">Nothing was shared. Start again in the app; if that does not help, tell its maker.</Notice>
      <ButtonLink to={paths.studio}>Open the studio</ButtonLink>
    </Card>
  )
}

function NeedsAccount() {
  return (
    <Card title="A demo connects no apps" text="Keep your demo as an account first. Then start again in the app.">
      <ButtonLink variant="primary" to={paths.settingsAccount}>
        Keep the demo
      </ButtonLink>
    </Card>
  )
}

function CodeForm({ onSubmit }: { onSubmit(code: string): void }) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '') onSubmit(code.trim())
  }
  return (
    <Card title="Connect a device" text="Enter the code that it shows.">
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={16}
          placeholder="BCDF-GHJK"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button variant="primary" size="large" wide type="submit" disabled={code.trim() === ''}>
          Continue
        </Button>
      </form>
    </Card>
  )
}

interface RequestProps {
  me: Me
  requestKey: RequestKey
  /** Asks for the code again. */
  onRetype?(): void
}

function Request({ me, requestKey, onRetype }: RequestProps) {
  const request = useQuery({
    queryKey: ['app-request', me.id, requestKey],
    queryFn: () => api.appRequests.read(requestKey),
    retry: false,
    staleTime: Infinity,
  })
  const [decision, setDecision] = useState<'connected' | 'declined' | null>(null)
  if (request.isPending) return <Skeleton height={320} radius="12px" />
  if (request.isError)
    return (
      <Card title="This app can’t be connected" text={errorText(request.error)}>
        {onRetype ? <Button onClick={onRetype}>Enter another code</Button> : <ButtonLink to={paths.studio}>Open the studio</ButtonLink>}
      </Card>
    )
  const { name } = request.data
  if (decision !== null)
    return (
      <Card
        title={decision === 'connected' ? `${name} is connected` : `${name} was declined`}
        text={decision === 'connected' ? 'You can close this page and go back to your device.' : 'It got no access to your account.'}
      >
        {decision === 'connected' && <Check className={styles.mark} aria-hidden="true" />}
      </Card>
    )
  return (
    <Card title={`Connect ${name}`} text={<>It wants to act for {me.email}.</>}>
      <AppPermissions requestKey={requestKey} request={request.data} onAnswered={setDecision} />
    </Card>
  )
}
