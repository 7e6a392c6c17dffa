import { PLATFORM_IDS, PLATFORMS } from '@ninesixteen/shared/platforms'
import { guarded, open, type RequestContext } from '../contract.ts'
import { platformHints } from '../../platforms/registry.ts'
import type { ConnectResult } from '../../connections/connect.ts'

export const socialAccountRoutes = {
  list: guarded.accounts.list.handler(({ context: { services, userId } }) => services.connections.accounts.list(userId)),

  platforms: guarded.accounts.platforms.handler(async ({ context: { services, userId } }) => {
    const { platforms, clients } = services.connections
    const { publicUrl, publishing } = services.config
    const server = { publicUrl, isDomainProved: publishing.domainProof !== null }
    return Promise.all(
      PLATFORM_IDS.map(async (platform) => ({
        platform,
        ready: await clients.isSetUp(platform, userId),
        sandbox: platforms[platform].settings.sandbox,
        most: PLATFORMS[platform].accountsMax,
        hints: platformHints(services.config.platforms, platform, server),
      })),
    )
  }),

  // Open, because one platform's flow also works signed out; signed-in users need the plan.
  begin: open.accounts.begin.handler(async ({ context, input: { platform, force, clientKey } }) =>
    context.services.connections.connect.begin(await connecting(context), platform, {
      force,
      origin: context.returnOrigin(),
      ...(clientKey && { client: { key: clientKey, secret: '' } }),
    }),
  ),

  finish: open.accounts.finish.handler(async ({ context, input: { platform, ...returned } }) =>
    context.services.connections.connect.finish(await connecting(context), platform, returned),
  ),

  keep: guarded.accounts.keep.handler(({ context, input: { pending } }) =>
    context.services.connections.connect.keep(context.userId, context.browserId(), pending),
  ),

  disconnect: guarded.accounts.disconnect.handler(({ context: { services, userId }, input: { id } }) =>
    services.connections.accounts.disconnect(userId, id),
  ),
}

/** The account's future owner: a user on the Pro plan, or an unauthenticated caller. */
async function connecting(context: RequestContext): Promise<ConnectResult> {
  const session = (await context.optionalUser()) ? await context.pro() : null
  return {
    session: session && { userId: session.id, sessionId: session.sessionId },
    browserId: context.browserId(),
    address: context.address(),
  }
}

export const blogRoutes = {
  followed: guarded.blogs.followed.handler(({ context: { services, userId }, input: { platform, refresh } }) =>
    services.connections.blogs.followed(userId, platform, refresh),
  ),
  posts: guarded.blogs.posts.handler(async ({ context: { services, userId }, input: { refresh, ...of } }) => ({
    posts: await services.connections.blogs.posts(userId, of, refresh),
  })),
}
