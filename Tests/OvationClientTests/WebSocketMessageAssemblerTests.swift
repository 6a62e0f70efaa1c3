import NIOCore
import NIOWebSocket
import OvationModel
import Testing

@testable import OvationClient

@Suite struct WebSocketMessageAssemblerTests {
    private func bytes(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

    @Test func `a fragmented message is assembled to the same text`() {
        var assembler = WebSocketMessageAssembler(bytesMax: 100)
        #expect(assembler.accept(.text, isLast: true, bytes("abc")) == .text(bytes("abc")))
        #expect(assembler.accept(.text, isLast: false, bytes("a")) == .partial)
        #expect(assembler.accept(.continuation, isLast: false, bytes("")) == .partial)
        #expect(assembler.accept(.continuation, isLast: true, bytes("bc")) == .text(bytes("abc")))
        #expect(assembler.accept(.text, isLast: true, bytes("")) == .text(bytes("")))
    }

    @Test func `the size limit applies to the assembled message`() {
        var assembler = WebSocketMessageAssembler(bytesMax: 3)
        #expect(assembler.accept(.text, isLast: true, bytes("abc")) == .text(bytes("abc")))
        #expect(assembler.accept(.text, isLast: true, bytes("abcd")) == .violation(.messageTooBig))
        #expect(assembler.accept(.text, isLast: false, bytes("ab")) == .partial)
        #expect(assembler.accept(.continuation, isLast: false, bytes("cd")) == .violation(.messageTooBig))
    }

    @Test func `a stray continuation, a nested message and a binary message are errors`() {
        var assembler = WebSocketMessageAssembler(bytesMax: 100)
        #expect(assembler.accept(.continuation, isLast: true, bytes("a")) == .violation(.protocolError))
        #expect(assembler.accept(.binary, isLast: true, bytes("a")) == .violation(.unsupportedData))
        #expect(assembler.accept(.text, isLast: false, bytes("a")) == .partial)
        #expect(assembler.accept(.text, isLast: true, bytes("b")) == .violation(.protocolError))
    }
}
