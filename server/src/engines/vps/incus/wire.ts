/** What the engine says of a machine, as far as we read it. Devices and settings are flat maps of texts. */
export type Settings = Readonly<Record<string, string>>;
export type Devices = Readonly<Record<string, Settings>>;

export interface Instance {
  name: string;
  status: string;
  type: string;
  /** The cluster member it lives on; `none` where there is no cluster. */
  location: string;
  architecture: string;
  description: string;
  ephemeral: boolean;
  profiles: string[];
  config: Settings;
  devices: Devices;
  /** With what the profiles add. */
  expanded_config: Settings;
  expanded_devices: Devices;
  created_at: string;
  /** When it was last booted. */
  last_used_at: string;
  /** Only where it was asked for, and null while nothing is known. */
  state?: InstanceState | null;
}

export interface InstanceState {
  status: string;
  /** Of its first process, on its host. */
  pid: number;
  disk: Readonly<Record<string, { usage: number }>> | null;
  memory: { usage: number };
  /** Nanoseconds. */
  cpu: { usage: number };
  network: Readonly<Record<string, Interface>> | null;
}

export interface Interface {
  hwaddr: string;
  addresses: readonly { family: 'inet' | 'inet6'; address: string; scope: string }[] | null;
  counters: { bytes_received: number; bytes_sent: number };
}

export interface Profile {
  config: Settings;
  devices: Devices;
}

export interface Server {
  /** `untrusted` when it does not know our certificate; then there is no environment. */
  auth: string;
  environment?: {
    server: string;
    server_version: string;
    server_name: string;
    server_clustered: boolean;
    /** `lxc`, or `lxc | qemu` where virtual machines can run. */
    driver: string;
  };
}

export interface Image {
  /** Absent on engines that only have containers. */
  type?: string;
  aliases: readonly { name: string }[] | null;
}
