/** Fields of a machine that we read. Devices and settings are flat maps of strings. */
export type Settings = Readonly<Record<string, string>>;
export type Devices = Readonly<Record<string, Settings>>;

export interface Instance {
  name: string;
  status: string;
  type: string;
  /** Absent unless machines of all projects are requested. */
  project?: string;
  /** Cluster member of the machine; `none` without a cluster. */
  location: string;
  architecture: string;
  description: string;
  ephemeral: boolean;
  profiles: string[];
  config: Settings;
  devices: Devices;
  /** Including the profiles. */
  expanded_config: Settings;
  expanded_devices: Devices;
  created_at: string;
  /** Time of the last boot. */
  last_used_at: string;
  /** Only if requested, and null if unknown. */
  state?: InstanceState | null;
}

export interface InstanceState {
  status: string;
  /** Process id of its init on the host. */
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
  /** `untrusted` if it does not know our certificate; then there is no environment. */
  auth: string;
  environment?: {
    server: string;
    server_version: string;
    server_name: string;
    server_clustered: boolean;
    /** `lxc`, or `lxc | qemu` if virtual machines are supported. */
    driver: string;
  };
}

export interface Image {
  /** Absent on engines that only have containers. */
  type?: string;
  aliases: readonly { name: string }[] | null;
}
