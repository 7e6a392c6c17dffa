/** Called before the first schema is made: zod tries whether it may turn texts into functions, which the page's policy refuses and reports. */
export function compileNoSchemas(): void {
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })
}
