import type { ConnectedAccount, PlatformState } from '@ninesixteen/shared/api/accounts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { orpc, api } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'
import { queryClient } from '../../app/query-client.ts'
import { meQuery } from '../../app/session.ts'
import { storeAttempt } from './stored-attempts.ts'

const START_FAILED: Record<PlatformId, string> = {
  tiktok: 'Failed to initiate TikTok login. Please try again.',
  tumblr: 'Failed to start Tumblr authentication. Please try again.',
  instagram: 'We couldn’t start connecting to Instagram. Try again.',
  threads: 'We couldn’t start connecting to Threads. Try again.',
}

const DISCONNECT_FAILED: Record<PlatformId, string> = {
  tiktok: 'Failed to update TikTok authentication',
  tumblr: 'Failed to update Tumblr authentication',
  instagram: 'We couldn’t disconnect this Instagram account.',
  threads: 'We couldn’t disconnect this Threads account.',
}

export interface PlatformAccounts {
  accounts: ConnectedAccount[]
  loading: boolean
  failed: boolean
  /** Undefined until loaded. */
  state: PlatformState | undefined
}

/** The connected accounts of a platform. `enabled` is false for users who can't have any. */
export function usePlatformAccounts(platform: PlatformId, enabled = true): PlatformAccounts {
  const list = useQuery(orpc.accounts.list.queryOptions({ enabled }))
  const states = useQuery(orpc.accounts.platforms.queryOptions({ enabled }))
  return {
    accounts: (list.data ?? []).filter((account) => account.platform === platform),
    loading: enabled && list.isPending,
    failed: list.isError,
    state: states.data?.find((entry) => entry.platform === platform),
  }
}

export interface Start {
  start(options: { force: boolean }): Promise<void>
  busy: boolean
  /** Why the last start failed; null if it did not. */
  problem: string | null
}

/** Opens the platform's consent page; stays busy until the page unloads. `quiet` shows no toast on failure. */
export function useStart(platform: PlatformId, { quiet = false } = {}): Start {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    problem,
    async start({ force }) {
      setBusy(true)
      setProblem(null)
      try {
        await startConnection(platform, { force })
      } catch (error) {
        setBusy(false)
        const { code, message } = toApiError(error)
        const isSpecific = code !== 'INTERNAL' && code !== 'OFFLINE'
        setProblem(isSpecific ? `${START_FAILED[platform]} ${message}` : START_FAILED[platform])
        if (!quiet) notify.error(START_FAILED[platform], isSpecific ? message : undefined)
      }
    },
  }
}

export function useDisconnect({ platform, username }: ConnectedAccount) {
  const client = useQueryClient()
  return useMutation(
    orpc.accounts.disconnect.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          client.invalidateQueries({ queryKey: orpc.accounts.key() }),
          client.invalidateQueries({ queryKey: orpc.blogs.key() }),
        ])
        notify.ok(`@${username} is disconnected.`)
      },
      onError: (error) => notify.error(DISCONNECT_FAILED[platform], toApiError(error).message),
    }),
  )
}

/** Opens the platform's consent page. `force` makes it ask for the account, to connect another than the one signed in there. */
async function startConnection(platform: PlatformId, { force }: { force: boolean }): Promise<void> {
  // The attempt belongs to the signed-in user or to none, so load the user first.
  await queryClient.fetchQuery(meQuery)
  const { url, state, secret } = await api.accounts.begin({ platform, force })
  storeAttempt(platform, state, secret)
  location.assign(url)
}
