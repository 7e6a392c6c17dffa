/** Call before creating the first schema: zod probes whether it may compile code, which the content security policy refuses and reports. */
export function compileNoSchemas(): void {
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })
}
