import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { CONFIG_PLACEHOLDER, configBlock } from '@ninesixteen/shared/api/site'
import type { Plugin } from 'vite'

/** As web/src/app/studio-paths.ts names them; whatever else has no page of the studio's is one of these while developing, too. */
const PUBLIC_PAGES = /^\/(pricing|try|auth|privacy|terms|data-deletion)?\/?(\?.*)?$/

async function configOf(server: string): Promise<string> {
  const reply = await fetch(`${server}/api/v1/config`)
  return configBlock(publicConfigSchema.parse(await reply.json()))
}

/** While developing: what the server writes into each page, and the public pages drawn in the browser, without the renderer of the build. */
export function devSite(server: string): Plugin {
  return {
    name: 'ninesixteen:dev-site',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { originalUrl = '/' }) {
        const page = html.replace(CONFIG_PLACEHOLDER, await configOf(server))
        return PUBLIC_PAGES.test(originalUrl) ? page.replace('/src/main.tsx', '/src/site/dev.tsx') : page
      },
    },
  }
}
