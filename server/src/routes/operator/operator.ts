import type { OperatorSettings } from '@ninesixteen/shared/api/operator'
import { AppError } from '@ninesixteen/shared/errors'
import { SETTING_NAMES, type CurrentSettings } from '../../instance-settings/instance-settings.ts'
import { assignPayment, deleteUser, endAllSessions, setPlanGrant, lock, unlock } from '../../operator/manage-user.ts'
import { readFailures } from '../../operator/failures.ts'
import { invite, listInvitations, revokeInvitation } from '../../operator/invitations.ts'
import { readInstanceHealth } from '../../operator/instance-health.ts'
import { logAction, readLog } from '../../operator/operator-log.ts'
import { listUsers } from '../../operator/users.ts'
import { invitedAddress } from '../../auth/sign-up-gate.ts'
import type { Services } from '../services.ts'
import { open, operated } from '../contract.ts'

/** The operator page's routes. The guard of `operated` runs before each, ahead of input validation. */
export const operatorRoutes = {
  users: operated.operator.users.handler(({ context: { services }, input }) => listUsers(services, input)),
  lock: operated.operator.lock.handler(({ context: { services, actor }, input }) => lock(services, { actor, target: input.id })),
  unlock: operated.operator.unlock.handler(({ context: { services, actor }, input }) => unlock(services, { actor, target: input.id })),
  endSessions: operated.operator.endSessions.handler(({ context: { services, actor }, input }) =>
    endAllSessions(services, { actor, target: input.id }),
  ),
  grantPlan: operated.operator.grantPlan.handler(({ context: { services, actor }, input: { id, isGranted } }) =>
    setPlanGrant(services, { actor, target: id, isGranted }),
  ),
  deletePerson: operated.operator.deletePerson.handler(({ context: { services, actor }, input: { id, email } }) =>
    deleteUser(services, { actor, target: id, email }),
  ),
  assignPayment: operated.operator.assignPayment.handler(({ context: { services, actor }, input }) =>
    assignPayment(services, { actor, ...input }),
  ),

  invitations: operated.operator.invitations.handler(({ context: { services } }) => listInvitations(services)),
  invite: operated.operator.invite.handler(({ context: { services, actor }, input }) => invite(services, actor, input.email)),
  revokeInvitation: operated.operator.revokeInvitation.handler(({ context: { services, actor }, input }) =>
    revokeInvitation(services, actor, input.id),
  ),

  settings: operated.operator.settings.handler(({ context: { services } }) => presentSettings(services)),
  changeSettings: operated.operator.changeSettings.handler(async ({ context: { services, actor }, input }) => {
    const { storageQuotaMb, ...rest } = input
    await changeSettings(services, actor, { ...rest, storageQuota: storageQuotaMb && storageQuotaMb * MEGABYTE })
    return presentSettings(services)
  }),

  state: operated.operator.state.handler(({ context: { services } }) => readInstanceHealth(services)),
  failures: operated.operator.failures.handler(({ context: { services } }) => readFailures(services.db)),
  log: operated.operator.log.handler(({ context: { services }, input }) => readLog(services.db, input.before)),
}

/** The model on this machine. Only operators make the server send requests to its own machine, and only to its known ports. */
export const localModelRoutes = {
  find: operated.localModels.find.handler(({ context: { services }, signal }) =>
    services.connections.localAi.find(signal ?? new AbortController().signal),
  ),
  use: operated.localModels.use.handler(async ({ context: { services, actor }, input, signal }) => {
    await services.connections.localAi.check(input, signal ?? new AbortController().signal)
    await changeSettings(services, actor, { localModel: input })
    return input
  }),
  stop: operated.localModels.stop.handler(({ context: { services, actor } }) => changeSettings(services, actor, { localModel: null })),
}

/** Grants access by an invitation link. */
export const invitationRoutes = {
  look: open.invitations.look.handler(async ({ context, input }) => {
    // Works without a session; checks the expected user if there is one.
    await context.optionalUser()
    const email = await invitedAddress(context.services, input.invitation)
    if (email === null) throw new AppError('INVITATION_GONE')
    return { email }
  }),
}

const MEGABYTE = 1024 * 1024

type SettingsChange = Partial<Record<keyof CurrentSettings, CurrentSettings[keyof CurrentSettings] | null | undefined>>

async function changeSettings({ db, settings }: Services, actor: string, change: SettingsChange): Promise<void> {
  await db.asSystem(async (tx) => {
    for (const name of SETTING_NAMES) {
      const value = change[name]
      if (value === undefined) continue
      await settings.change(tx, name, value)
      const detail = typeof value === 'object' && value !== null ? value : { value }
      await logAction(tx, { actor, action: 'change-setting', target: name, detail })
    }
  })
  await settings.read()
}

function presentSettings({ settings }: Services): OperatorSettings {
  const presentable = ({ signUp, dailyTokens, storageQuota }: CurrentSettings) => ({
    signUp,
    dailyTokens,
    storageQuotaMb: Math.max(1, Math.round(storageQuota / MEGABYTE)),
  })
  return { now: presentable(settings.now()), given: presentable(settings.defaults) }
}
