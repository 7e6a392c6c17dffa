import { LOCAL_AI_LABELS, type LocalAi, type LocalModel } from '@ninesixteen/shared/api/local-models'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import credentials from './credentials.module.css'
import styles from './local-models.module.css'

const SUGGESTED = 'ollama pull llama3.2:3b'

/** Settings, Accounts, for operators while the sandbox writes: uses a model that runs on the server's machine. */
export function LocalModels() {
  const { isOperator } = useSignedIn()
  const isSandbox = usePublicConfig().sandbox.ai
  return isOperator && isSandbox ? <LocalModelsPanel /> : null
}

function LocalModelsPanel() {
  const found = useQuery(orpc.localModels.find.queryOptions({ staleTime: 0 }))
  return (
    <Panel title="A model on this machine" id="local-models-heading" className={credentials.panel}>
      <PanelText>
        A model that runs on the server’s machine can write instead of the sandbox, for all users except demos and trials. Nothing leaves
        the machine.
      </PanelText>
      {found.isPending && <Skeleton height={120} radius="12px" />}
      {found.isError && <Notice kind="bad">{errorText(found.error)}</Notice>}
      {found.data && (
        <div className={styles.content}>
          <Current local={found.data} />
          <Choice local={found.data} />
          <Button className={styles.again} busy={found.isFetching} onClick={() => void found.refetch()}>
            Look again
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Reloads what depends on who writes. */
function useReload() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: orpc.localModels.key() })
    await client.invalidateQueries({ queryKey: meKey })
  }
}

function Current({ local: { current, servers } }: { local: LocalAi }) {
  const stop = useMutation(orpc.localModels.stop.mutationOptions({ onSuccess: useReload() }))
  if (!current) return null
  const isThere = servers.some(({ server, models }) => server === current.server && models.some(({ name }) => name === current.model))
  const label = LOCAL_AI_LABELS[current.server]
  const button = (
    <Button size="small" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
      Use the sandbox
    </Button>
  )
  return (
    <>
      <Notice kind={isThere ? 'ok' : 'warn'} action={button}>
        {isThere
          ? `${current.model} writes, through ${label}.`
          : `${label} doesn’t answer, or no longer has ${current.model}. Start it, or choose another model.`}
      </Notice>
      {stop.isError && <Notice kind="bad">{errorText(stop.error)}</Notice>}
    </>
  )
}

const keyOf = ({ server, model }: LocalModel): string => `${server} ${model}`

function Choice({ local: { current, servers, proposed } }: { local: LocalAi }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const use = useMutation(orpc.localModels.use.mutationOptions({ onSuccess: useReload() }))
  const options = servers.flatMap(({ server, models }) =>
    models.map(({ name, billions }) => ({
      value: keyOf({ server, model: name }),
      label: name,
      detail: [LOCAL_AI_LABELS[server], ...(billions === null ? [] : [sizeText(billions)])].join(', '),
      model: { server, model: name },
    })),
  )
  const [first] = options
  if (!first) return <HowToGet names={servers.map(({ server }) => LOCAL_AI_LABELS[server])} />
  const preset = current ?? proposed
  const selected =
    options.find(({ value }) => value === chosen) ?? options.find(({ value }) => preset !== null && value === keyOf(preset)) ?? first
  const isUsed = current !== null && selected.value === keyOf(current)
  return (
    <>
      <div className={styles.choice}>
        <Select label="Model" value={selected.value} options={options} onChange={setChosen} />
        <Button
          variant={isUsed ? 'secondary' : 'primary'}
          disabled={isUsed}
          busy={use.isPending}
          onClick={() => use.mutate(selected.model)}
        >
          {use.isPending ? 'Checking...' : isUsed ? 'In use' : 'Use this model'}
        </Button>
      </div>
      <p className={styles.hint}>A short request checks the model first. A large one takes a minute to load.</p>
      {use.isError && <Notice kind="bad">{errorText(use.error)}</Notice>}
    </>
  )
}

const sizeText = (billions: number): string =>
  billions < 1 ? `${Math.round(billions * 1000)} million parameters` : `${billions} billion parameters`

function HowToGet({ names }: { names: string[] }) {
  return (
    <p className={styles.how}>
      {names.length === 0
        ? 'No Ollama, LM Studio, llama.cpp or vLLM was found. Install Ollama from '
        : `${names.join(' and ')} runs, but has no model that writes text. Models for Ollama are at `}
      <a href="https://ollama.com" target="_blank" rel="noreferrer">
        ollama.com
      </a>
      .
      <br />
      Then run <code>{SUGGESTED}</code> on the server’s machine, and look again.
    </p>
  )
}
