// An app in TypeScript that uses the packed module. scripts/check-sources compiles it against the declarations, strictly.
import { ErrorCode, OvationClient, Rejection, Role } from "./package/ovation.js";

const client = new OvationClient({
  url: "wss://live.example.com/v1/ws", sdkAppID: 1_400_000_001, userID: "ada", userSig: "sig", storage: null,
});

export async function use(video: HTMLVideoElement): Promise<number> {
  await client.login();
  await client.liveList.fetchLiveList({ count: 10 });
  const names: string[] = client.liveList.state.liveList.map(({ liveName }) => liveName);
  const live = await client.liveList.joinLive(names[0] ?? "live");
  const player = await live.play(video);
  const end: () => void = live.barrages.subscribe(({ messageList }) => {
    const text: string | undefined = messageList.at(-1)?.text;
    console.log(text, player.phase);
  });
  live.gifts.onReceiveGift(({ gift, sender, count }) => console.log(sender.userName.toUpperCase(), gift.name, count + 1));
  // @ts-expect-error The id of a live is a text.
  await client.liveList.joinLive(7);
  // @ts-expect-error A state is not changed.
  live.barrages.state.messageList.push({ seq: 1, timestamp: 1, sender: client.state.user, text: "" });
  end();
  try {
    const { balance } = await live.gifts.sendGift("rose", 2);
    return balance;
  } catch (error) {
    if (error instanceof Rejection && error.code === ErrorCode.giftNotFound && live.state.role === Role.owner) return 0;
    throw error;
  }
}
