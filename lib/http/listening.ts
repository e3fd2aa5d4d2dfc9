export function createListenError(
  error: NodeJS.ErrnoException,
  { port, host, variable = "PORT" }: { port: number | undefined; host: string; variable?: string },
): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `${variable} ${port} is in use: choose another one.`,
    EACCES: `${variable} ${port} is not allowed to this user: choose one from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set one of its own, or 0.0.0.0 for all.`,
    ENOTFOUND: `HOST ${host} is not an address: set an IP address of this machine, or 0.0.0.0 for all.`,
  };
  const sentence = sentences[error.code ?? ""];
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}
