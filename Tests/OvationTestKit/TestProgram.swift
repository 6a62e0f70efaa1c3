import Foundation
import OvationProcess

/// Programs that tests write and then run.
public enum TestProgram {
    /// The program could not be written.
    public struct NotWritten: Error {}

    /// Writes a program that can be run at once.
    ///
    /// Linux runs no file that any process has open for writing ("text file busy"). If this process wrote the program, a child that
    /// another test starts at that moment would inherit the open file, and might keep it. So a child of this call's own writes it, and
    /// the file was never open here.
    public static func write(_ text: String, to path: String) throws {
        let draft = path + ".draft"
        try Data(text.utf8).write(to: URL(fileURLWithPath: draft))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: draft)
        let copying = try ChildProcess.spawn(["/bin/cp", draft, path], output: .inherited, error: .inherited)
        guard copying.wait() == 0 else { throw NotWritten() }
    }
}
