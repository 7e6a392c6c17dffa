import type { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import type { Services } from '../services.ts'
import { registerTiktokRoutes } from './tiktok.ts'
import { registerTumblrFunctions, registerTumblrRoutes } from './tumblr.ts'

/** The specification's own platform paths, in addition to the page's contract. */
export function registerCompatibilityRoutes(app: Hono<AppEnv>, services: Services): void {
  registerTiktokRoutes(app, services)
  registerTumblrRoutes(app, services)
  registerTumblrFunctions(app, services)
}
